import type { RequestListener } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { HOUR_MS } from "@lamina/shared/core/time";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isGenuine, type LaminaEvent, receiver } from "../../../../docs/examples/webhook-receiver.mjs";
import { makeCertificate } from "../../../../scripts/testing/certificate.ts";
import { describeDatabases } from "../../irrigation/testing/databases.ts";
import { times } from "../../irrigation/testing/field.ts";
import { alertRules, webhookCalls, webhooks } from "../../schema/alerts.ts";
import { users } from "../../schema/identity.ts";
import { watchedFarm } from "../testing/watched-farm.ts";
import { postWebhook } from "./send.ts";
import { createWebhooks } from "./webhooks.ts";

let listener: RequestListener = () => {};
let server: ReturnType<typeof createServer>;
let url = "";
let ca = "";
const AUTHOR = { userId: "u", userName: "ana" };

beforeAll(async () => {
  const certificate = await makeCertificate();
  ca = certificate.cert;
  server = createServer(certificate, (request, response) => listener(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `https://localhost:${(server.address() as AddressInfo).port}/lamina`;
});
afterAll(() => server?.close());

const everywhere = () => ({ isAllowed: () => true, ca });

let number = 0;

describeDatabases("the webhook of a client", (database) => {
  async function prepare() {
    const farm = await watchedFarm(database(), `webhook-${++number}`);
    const ana = await farm.addUser("ana");
    await database()
      .update(users)
      .set({ phone: "+55 34 99999-0000" })
      .where(eq(users._id, ana.userId ?? ""));
    const program = farm.startProgram(undefined, everywhere());
    const settings = createWebhooks({ database: database(), clock: farm.clock });
    const { clientId } = farm;
    await settings.set(AUTHOR, { clientId, url, enabled: true });
    const { secret } = await settings.rotate(AUTHOR, clientId);
    const stop = async () => {
      await farm.say(-120, {});
      await farm.say(-60, { running: false, wet: false, direction: "stopped", fault: "low-pressure" });
      await program.alerts.settleAll();
    };
    const jobOf = ({ alerts }: typeof program) => alerts.jobs.find(({ name }) => name === "webhooks");
    /** With a worker beside it. */
    const test = async () => {
      const worker = setInterval(() => void jobOf(program)?.run(), 50);
      return settings.test(clientId).finally(() => clearInterval(worker));
    };
    return { farm, test, ana, program, settings, clientId, secret, stop, work: () => jobOf(program)?.run(), jobOf };
  }

  it("posts each alert once to the example receiver, which verifies it, and its end", async () => {
    const { farm, ana, program, settings, clientId, secret, stop, work, jobOf } = await prepare();
    const got: LaminaEvent[] = [];
    listener = receiver({
      secret,
      handle: (event) => got.push(event),
      now: () => farm.clock.at.getTime(),
    });
    await stop();
    const other = farm.startProgram(undefined, everywhere());
    await Promise.all([work(), jobOf(other)?.run()]);
    expect(got).toMatchObject([
      {
        type: "alert.sent",
        data: {
          severity: "critical",
          message: expect.stringMatching(/^Pivô 01 parou/),
          people: [{ name: "ana", phone: "+55 34 99999-0000" }],
        },
      },
    ]);
    const [row] = await farm.inboxRows();
    await program.inbox.take(ana, row?._id ?? "");
    await work();
    expect(got.at(1)).toMatchObject({ type: "alert.ended", data: { notificationId: row?._id, takenByName: "ana" } });
    const state = await settings.get(clientId);
    expect(state).toMatchObject({ url, waiting: 0, lastFault: null, lastSuccess: farm.clock.at.toISOString() });
  });

  it("tries again with a growing pause, keeps the fault, and gives the alert up in the end", async () => {
    const { farm, settings, clientId, stop, work } = await prepare();
    let posts = 0;
    listener = (_request, response) => {
      posts += 1;
      response.writeHead(500).end();
    };
    await stop();
    const pauses: number[] = [];
    for (let seconds = 0; seconds < 60; seconds += 5) {
      const before = posts;
      await work();
      if (posts > before) pauses.push(seconds);
      farm.clock.at = new Date(farm.clock.at.getTime() + 5_000);
    }
    expect(pauses).toEqual([0, 5, 15, 35]);
    expect(await settings.get(clientId)).toMatchObject({
      lastSuccess: null,
      lastFault: { reason: "status 500" },
      waiting: 1,
    });
    for (let hours = 0; hours < 24; hours++, farm.advance(60)) await work();
    expect(posts).toBe(12);
  });

  it("follows no redirect, and goes to no address that is not public", async () => {
    const { test } = await prepare();
    listener = (_request, response) => void response.writeHead(302, { location: "https://169.254.169.254/" }).end();
    expect(await test()).toEqual({ ok: false, status: 302, fault: "status" });
    let posts = 0;
    listener = (_request, response) => {
      posts += 1;
      response.end();
    };
    const post = { id: "1", body: "{}", secrets: ["AAAA"], now: new Date() };
    for (const host of [
      "localhost",
      "127.0.0.1",
      "[::1]",
      "10.0.0.1",
      "169.254.169.254",
      "[::ffff:127.0.0.1]",
      "[fd00::1]",
      "[fe80::1]",
      "0.0.0.0",
      "2130706433",
    ])
      expect([host, await postWebhook({ ...post, url: url.replace("localhost", host) }, { ca })]).toEqual([
        host,
        { ok: false, fault: "private-address" },
      ]);
    expect(posts).toBe(0);
  });

  it("checks every address of the name before it connects to one of them", async () => {
    listener = (_request, response) => response.writeHead(204).end();
    const checked: string[] = [];
    const isAllowed = (address: string) => checked.push(address) > 0;
    const post = { url, id: "1", body: "{}", secrets: ["AAAA"], now: new Date() };
    expect(await postWebhook(post, { isAllowed, ca })).toMatchObject({ ok: true });
    expect(checked.length).toBeGreaterThan(0);
  });

  it("verifies the certificate", async () => {
    const post = { url, id: "1", body: "{}", secrets: ["AAAA"], now: new Date() };
    expect(await postWebhook(post, { isAllowed: () => true })).toEqual({ ok: false, fault: "certificate" });
  });

  it("signs with the secret before a rotation for a day", async () => {
    const { farm, test, settings, clientId, secret } = await prepare();
    const genuine: boolean[] = [];
    listener = (request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        genuine.push(isGenuine(request.headers, Buffer.concat(chunks), secret, farm.clock.at.getTime()));
        response.end();
      });
    };
    expect(await test()).toMatchObject({ ok: true });
    const next = await settings.rotate(AUTHOR, clientId);
    expect(next.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await test()).toMatchObject({ ok: true });
    farm.clock.at = new Date(farm.clock.at.getTime() + 24 * HOUR_MS);
    expect(await test()).toMatchObject({ ok: true });
    expect(genuine).toEqual([true, true, false]);
    expect(isGenuine({ "webhook-timestamp": "1" }, Buffer.from(""), secret)).toBe(false);
  });

  it("ends with 410, and is removed with what waits", async () => {
    const { settings, clientId, stop, work } = await prepare();
    listener = (_request, response) => response.writeHead(410).end();
    await stop();
    await work();
    expect(await settings.get(clientId)).toMatchObject({ enabled: false, lastFault: { reason: "status 410" } });
    await settings.set(AUTHOR, { clientId, url: null, enabled: true });
    expect(await settings.get(clientId)).toMatchObject({ url: null, waiting: 0 });
    await expect(settings.test(clientId)).rejects.toMatchObject({ statusCode: 404 });
    expect(await database().select().from(webhooks).where(eq(webhooks.clientId, clientId))).toEqual([]);
    expect(await database().select().from(webhookCalls).where(eq(webhookCalls.clientId, clientId))).toEqual([]);
  });

  it("refuses a change of an address that another person changed or removed, with the stored one", async () => {
    const { settings, clientId } = await prepare();
    const seen = { url, enabled: true };
    const other = "https://outro.example.com/";
    await settings.set(AUTHOR, { clientId, url, enabled: false, seen });
    const mine = { clientId, url: other, enabled: true, seen };
    await expect(settings.set(AUTHOR, mine)).rejects.toMatchObject({
      given: { status: 409, current: { url, enabled: false } },
    });
    expect(await settings.get(clientId)).toMatchObject({ url, enabled: false });
    await settings.set(AUTHOR, { ...mine, seen: { url, enabled: false } });
    await settings.set(AUTHOR, { clientId, url: null, enabled: true });
    await expect(settings.set(AUTHOR, mine)).rejects.toMatchObject({
      given: { status: 409, current: { url: null, enabled: false } },
    });
  });

  it("posts nothing of an alert for the inbox alone", async () => {
    const { farm, stop, clientId } = await prepare();
    const rule = { ...times, _id: `quiet-${number}`, clientId, scope: { kind: "client" as const } };
    await database()
      .insert(alertRules)
      .values({
        ...rule,
        type: "low-pressure",
        severity: "critical",
        channels: ["inbox"],
        repeatMin: 15,
        enabled: true,
      });
    await stop();
    expect(await database().$count(webhookCalls, eq(webhookCalls.clientId, farm.clientId))).toBe(0);
  });
});
