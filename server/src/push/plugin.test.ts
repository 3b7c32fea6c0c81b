import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@lamina/shared/core/time";
import { RuntimeConfig } from "@lamina/shared/messages/runtime-config";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Bff } from "../testing/bff.ts";
import { EmbeddedBroker } from "../testing/broker.ts";
import { makeToken, NOON } from "../testing/broker-bff.ts";
import { TestSocket } from "../testing/broker-socket.ts";
import { until } from "../testing/broker-until.ts";
import { PushService } from "../testing/push-service.ts";
import { ScriptedApi, sendJson } from "../testing/scripted-api.ts";
import { hasValkey, Valkey } from "../testing/valkey.ts";
import type { PushSettings } from "./plugin.ts";

const TOPIC = "ana/ALL/Frontend/notifications";
const PROBLEM = "application/problem+json; charset=utf-8";
const CHROME = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36";

let api: ScriptedApi;
let broker: EmbeddedBroker;
let service: PushService;
let folder: string;
let rejected: Set<string>;
let now: number;
/** Messages of {@link settled}. */
let lasts: number;
const running: Bff[] = [];

beforeEach(async () => {
  [api, broker, service] = await Promise.all([ScriptedApi.start(), EmbeddedBroker.start(), PushService.start()]);
  folder = mkdtempSync(join(tmpdir(), "lamina-state-"));
  rejected = new Set();
  now = NOON;
  lasts = 0;
  api.on("*", ({ headers }, response) => {
    const isRejected = rejected.has(headers.authorization?.replace("Bearer ", "") ?? "");
    sendJson(response, isRejected ? { error: "who are you" } : [], isRejected ? 401 : 200);
  });
});
afterEach(async () => {
  for (const bff of running.splice(0)) await bff.stop();
  await Promise.all([api.stop(), broker.stop(), service.stop()]);
  rmSync(folder, { recursive: true });
});

interface Start {
  settings?: Partial<PushSettings>;
  valkeyUrl?: string;
  stateDir?: string;
}

async function start({ settings = {}, valkeyUrl, stateDir = folder }: Start = {}): Promise<Bff> {
  const config = { broker: broker.target, brokerReconnectPeriodMs: 50, stateDir };
  const cache = { ttlMs: 0, maxBytes: 1e6, staleIfErrorMs: 0, valkeyUrl };
  const local = { isAllowed: (address: string) => /^(127\.|::1$)/.test(address), ports: [service.port] };
  const bff = await Bff.start(
    api,
    { ...config, ...(valkeyUrl !== undefined && { cache }) },
    {
      clock: () => now,
      pushSettings: { ...local, ca: service.certificate.cert, unseenMs: 50, retryMs: 5, ...settings },
    },
  );
  running.push(bff);
  return bff;
}

async function register(bff: Bff, token: string, address: object): Promise<string> {
  const reply = await bff.post("/push/subscriptions", address, { token, headers: { "user-agent": CHROME } });
  expect(reply.status, reply.text).toBeLessThan(300);
  return (reply.json as { id: string }).id;
}

/** Publishes when the broker has the subscription. */
async function publish(message: unknown, topic = TOPIC): Promise<void> {
  await until(() => expect(broker.log).toContain(`subscribe ${topic}`));
  await broker.publish(topic, JSON.stringify({ message, date: "2025-05-14T12:00:00Z" }));
}

async function openPage(bff: Bff, token: string): Promise<TestSocket> {
  const socket = await TestSocket.open(`http://127.0.0.1:${bff.port}/realtime`);
  socket.send({ type: "authenticate", token });
  socket.send({ type: "subscribe", topic: "notifications" });
  await socket.received({ type: "subscribed" });
  return socket;
}

/** Waits until a message of another user, which arrives after all others, has been sent. @returns the requests of the others */
async function settled(bff: Bff): Promise<number> {
  await register(bff, makeToken("zeca", "9", HOUR_MS, now), service.subscribe("last"));
  await publish("last", "zeca/ALL/Frontend/notifications");
  lasts += 1;
  await until(() => expect(service.of("last")).toHaveLength(lasts));
  return service.requests - lasts;
}
/** Long enough for an acknowledgement or a refusal to arrive on a loaded machine. */
const UNSEEN_MS = 800;

describe("a message", () => {
  test("reaches a device without an open page, encrypted for it and signed with the server's key", async () => {
    const bff = await start();
    await register(bff, makeToken("ana"), service.subscribe("phone"));
    await publish({ text: "Pivô 3 parou", link: "/alerts", severity: "critical", secret: 1 });
    await until(() => expect(service.of("phone")).toEqual([{ text: "Pivô 3 parou", link: "/alerts" }]));
    const { json } = await bff.ask("/config.json");
    const [{ headers, vapid } = { headers: {}, vapid: { key: "" } }] = service.pushed;
    expect(headers).toMatchObject({ ttl: "86400", urgency: "high", "content-encoding": "aes128gcm" });
    expect(vapid).toMatchObject({
      aud: `https://localhost:${service.port}`,
      sub: "mailto:push@localhost",
      exp: (now + 12 * HOUR_MS) / 1000,
      key: RuntimeConfig.parse(json).push?.web?.publicKey,
    });
  });

  test.each([
    ["a plain text", "Chuva", { text: "Chuva", link: null }, { ttl: "86400", urgency: "high" }],
    [
      "a warning",
      { text: "Vento", severity: "warning" },
      { text: "Vento", link: null },
      { ttl: "43200", urgency: "normal" },
    ],
    [
      "an information",
      { text: "Ligou", severity: "info" },
      { text: "Ligou", link: null },
      { ttl: "14400", urgency: "low" },
    ],
    ["a foreign link", { text: "Oi", link: "//evil.test" }, { text: "Oi", link: null }, {}],
  ])("%s", async (_case, message, content, headers) => {
    await register(await start(), makeToken("ana"), service.subscribe("phone"));
    await publish(message);
    await until(() => expect(service.of("phone")).toEqual([content]));
    expect(service.pushed[0]?.headers).toMatchObject(headers);
  });

  test("of any length fits", async () => {
    await register(await start(), makeToken("ana"), service.subscribe("phone"));
    await publish("\u0001ç😀".repeat(5_000));
    await until(() => expect(service.of("phone")).toHaveLength(1));
  });

  test("that a page acknowledges is not sent, and each of two equal ones is sent else", async () => {
    const bff = await start({ settings: { unseenMs: UNSEEN_MS } });
    const token = makeToken("ana");
    await register(bff, token, service.subscribe("phone"));
    const page = await openPage(bff, token);
    await publish("visto");
    const frame = await page.received({ message: "visto" });
    if (frame.type !== "message" || frame.ack === undefined) throw new Error("no id to acknowledge");
    page.send({ type: "acknowledge", ack: frame.ack });
    await publish("não visto");
    await publish("não visto");
    await until(() => expect(service.of("phone")).toHaveLength(2));
    await settled(bff);
    expect(service.of("phone")).toEqual([1, 2].map(() => ({ text: "não visto", link: null })));
  });

  test("that a device in the background has shown is sent to the others only", async () => {
    const bff = await start({ settings: { urgentMs: UNSEEN_MS, unseenMs: UNSEEN_MS } });
    const token = makeToken("ana");
    const device = await register(bff, token, service.subscribe("phone"));
    await register(bff, token, service.subscribe("tablet"));
    const page = await openPage(bff, token);
    await publish("Pivô 3 parou");
    const frame = await page.received({ message: "Pivô 3 parou" });
    if (frame.type === "message") page.send({ type: "acknowledge", ack: frame.ack ?? "", device });
    await until(() => expect(service.of("tablet")).toHaveLength(1));
    await settled(bff);
    expect(service.of("phone")).toEqual([]);
  });

  test("has the same id in the page and at the device, which then shows it once; an equal one later has another", async () => {
    const bff = await start();
    const token = makeToken("ana");
    await register(bff, token, service.subscribe("phone"));
    const page = await openPage(bff, token);
    for (let count = 1; count <= 3; count++) {
      await publish("Pivô 3 parou");
      await until(() => expect(service.of("phone")).toHaveLength(count));
      if (count === 2) now += HOUR_MS;
    }
    const acks = page.frames.filter(({ type }) => type === "message").map((frame) => Object(frame).ack);
    expect(new Set(acks).size).toBe(3);
    expect(service.idsOf("phone")).toEqual(acks);
  });

  test("is not acknowledged by another user, and is not sent to one", async () => {
    const bff = await start({ settings: { unseenMs: 300 } });
    await register(bff, makeToken("ana"), service.subscribe("phone"));
    await register(bff, makeToken("bruno"), service.subscribe("other"));
    const ana = await openPage(bff, makeToken("ana"));
    const bruno = await openPage(bff, makeToken("bruno"));
    await publish("Chuva");
    const frame = await ana.received({ message: "Chuva" });
    if (frame.type === "message") bruno.send({ type: "acknowledge", ack: frame.ack ?? "" });
    await until(() => expect(service.of("phone")).toHaveLength(1));
    expect([service.of("other"), bruno.messages("notifications")]).toEqual([[], []]);
  });

  test("that the broker had stored is not sent again after a restart", async () => {
    const bff = await start();
    await register(bff, makeToken("ana"), service.subscribe("phone"));
    await until(() => expect(broker.log).toContain(`subscribe ${TOPIC}`));
    await broker.publish(TOPIC, JSON.stringify({ message: "guardada" }), true);
    await until(() => expect(service.of("phone")).toHaveLength(1));
    await running.pop()?.stop();
    broker.log.length = 0;
    await start();
    await publish("nova");
    await until(() => expect(service.of("phone")).toHaveLength(2));
    expect(service.of("phone")[1]).toMatchObject({ text: "nova" });
  });

  test("that waits for a page when the program ends is sent", async () => {
    const bff = await start({ settings: { unseenMs: 60_000, urgentMs: 60_000 } });
    const token = makeToken("ana");
    await register(bff, token, service.subscribe("phone"));
    const page = await openPage(bff, token);
    await publish("Pivô 3 parou");
    await page.received({ message: "Pivô 3 parou" });
    await running.pop()?.stop();
    expect(service.of("phone")).toEqual([{ text: "Pivô 3 parou", link: null }]);
  });

  test("has an id for pages only while its user has a device", async () => {
    const bff = await start();
    const token = makeToken("ana");
    const page = await openPage(bff, token);
    await publish("sem aparelho");
    expect(await page.received({ message: "sem aparelho" })).not.toHaveProperty("ack");
  });
});

describe("the push service", () => {
  test("that has no time gets the message later, once", async () => {
    service.answers.push({ status: 429, headers: { "retry-after": "0" } }, { status: 500 }, { status: 503 });
    const bff = await start();
    await register(bff, makeToken("ana"), service.subscribe("phone"));
    await publish("Chuva");
    await until(() => expect(service.of("phone")).toHaveLength(1));
    expect([await settled(bff), service.of("phone").length]).toEqual([4, 1]);
  });

  test("that fails for long is left after some attempts", async () => {
    service.answers.push(...Array.from({ length: 20 }, () => ({ status: 500 })));
    const bff = await start();
    await register(bff, makeToken("ana"), service.subscribe("phone"));
    await publish("Chuva");
    await until(async () => expect((await bff.ask("/metrics")).text).toContain('bff_pushes_total{outcome="failed"} 1'));
    expect(service.requests).toBe(5);
  });

  describe("that has no time before the program ends", () => {
    const unsent = () => readFileSync(join(folder, "push-subscriptions.json"), "utf8");
    const busy = { status: 429, headers: { "retry-after": "60" } };

    async function refusedOnce(settings?: Partial<PushSettings>): Promise<void> {
      service.answers.push(busy);
      await register(await start({ ...(settings && { settings }) }), makeToken("ana"), service.subscribe("phone"));
      await publish("Pivô 3 parou");
      await until(() => expect(unsent()).toContain("Pivô 3 parou"));
    }

    test("gets the message after the next start, once, and with what is left of its time", async () => {
      await refusedOnce();
      await running.pop()?.stop();
      now += HOUR_MS;
      await start();
      await until(() => expect(service.of("phone")).toEqual([{ text: "Pivô 3 parou", link: null }]));
      expect(service.pushed[0]?.headers.ttl).toBe("82800");
      await until(() => expect(unsent()).not.toContain("Pivô 3 parou"));
      await running.pop()?.stop();
      expect(await settled(await start())).toBe(2);
    });

    test("gets it too where the program was killed", async () => {
      await refusedOnce();
      const copy = mkdtempSync(join(tmpdir(), "lamina-state-"));
      cpSync(folder, copy, { recursive: true });
      await start({ stateDir: copy });
      await until(() => expect(service.of("phone")).toHaveLength(1));
      rmSync(copy, { recursive: true });
    });

    test("gets none that is too old, or after the end of the subscription", async () => {
      await refusedOnce();
      await running.pop()?.stop();
      now += 25 * HOUR_MS;
      await start();
      await until(() => expect(unsent()).not.toContain("Pivô 3 parou"));
      expect(service.requests).toBe(1);
    });

    test("and is asked while it ends, gets the message after the next start", async () => {
      service.answers.push({ status: 0 });
      await register(await start({ settings: { lastMs: 20 } }), makeToken("ana"), service.subscribe("phone"));
      await publish("Pivô 3 parou");
      await until(() => expect(service.requests).toBe(1));
      await running.pop()?.stop();
      expect(unsent()).toContain("Pivô 3 parou");
      await start();
      await until(() => expect(service.of("phone")).toHaveLength(1));
    });
  });

  test.each([404, 410])("that answers %i ends the subscription", async (status) => {
    service.answers.push({ status });
    const bff = await start();
    await register(bff, makeToken("ana"), service.subscribe("phone"));
    await publish("Chuva");
    await until(async () =>
      expect((await bff.ask("/push/subscriptions", { token: makeToken("ana") })).json).toEqual([]),
    );
    expect(await settled(bff)).toBe(1);
  });
});

describe("a subscription", () => {
  test("survives a restart, is listed, tested and ended", async () => {
    const first = await start();
    const token = makeToken("ana");
    const id = await register(first, token, service.subscribe("phone"));
    expect(await register(first, token, service.subscribe("phone"))).toBe(id);
    await running.pop()?.stop();
    const bff = await start();
    const since = new Date(NOON).toISOString();
    const listed = { id, kind: "web", device: "Chrome, Android", since };
    expect((await bff.ask("/push/subscriptions", { token })).json).toEqual([{ ...listed, lastSuccess: null }]);
    const test = await bff.ask("/push/test", { method: "POST", token });
    const [messageId] = service.idsOf("phone");
    expect(test.json).toEqual([{ id, device: "Chrome, Android", messageId, outcome: "sent", status: 201 }]);
    expect((await bff.ask("/push/test", { method: "POST", token })).status).toBe(429);
    expect((await bff.ask("/push/subscriptions", { token })).json).toEqual([{ ...listed, lastSuccess: since }]);
    const other = { method: "DELETE", token: makeToken("bruno") };
    expect((await bff.ask(`/push/subscriptions/${id}`, other)).status).toBe(404);
    expect((await bff.ask(`/push/subscriptions/${id}`, { method: "DELETE", token })).status).toBe(204);
    await publish("Chuva");
    await settled(bff);
    expect(service.of("phone")).toHaveLength(1);
  });

  test("of another user of the device replaces the first one", async () => {
    const bff = await start();
    await register(bff, makeToken("ana"), service.subscribe("phone"));
    await until(() => expect(broker.log).toContain(`subscribe ${TOPIC}`));
    await register(bff, makeToken("bruno"), service.subscribe("phone"));
    await broker.publish(TOPIC, JSON.stringify({ message: "de ana" }));
    await publish("de bruno", "bruno/ALL/Frontend/notifications");
    await until(() => expect(service.of("phone")).toEqual([{ text: "de bruno", link: null }]));
  });

  test("ends when the API refuses its token, also while a message waits", async () => {
    const bff = await start({ settings: { unseenMs: UNSEEN_MS } });
    const token = makeToken("ana");
    await register(bff, token, service.subscribe("phone"));
    await publish("Chuva");
    rejected.add(token);
    expect((await bff.ask("/api/Farm/GetByClientID?ID=1", { token })).status).toBe(401);
    expect(await settled(bff)).toBe(0);
  });

  test("ends after 60 days without a renewed token", async () => {
    const bff = await start();
    await register(bff, makeToken("ana"), service.subscribe("phone"));
    now += 59 * DAY_MS;
    const list = async () =>
      (await bff.ask("/push/subscriptions", { token: makeToken("ana", "2", HOUR_MS, now) })).json;
    expect(await list()).toHaveLength(1);
    now += DAY_MS;
    expect(await list()).toEqual([]);
    await publish("Chuva");
    expect(await settled(bff)).toBe(0);
  });

  test("beyond the user's limit replaces the oldest; beyond that of all it is refused", async () => {
    const bff = await start({ settings: { perUser: 2, total: 3 } });
    for (const browser of ["a", "b", "c"]) {
      now += 1;
      await register(bff, makeToken("ana"), service.subscribe(browser));
    }
    expect((await bff.ask("/push/subscriptions", { token: makeToken("ana") })).json).toHaveLength(2);
    await register(bff, makeToken("bruno"), service.subscribe("d"));
    const refused = await bff.post("/push/subscriptions", service.subscribe("e"), { token: makeToken("carla") });
    expect([refused.status, refused.headers["content-type"]]).toEqual([503, PROBLEM]);
  });

  test.each([
    ["no token", undefined, {}, 401],
    ["a forged token", "forged", {}, 401],
    ["no body", "ana", undefined, 400],
    ["a private address", "ana", { endpoint: "https://10.0.0.1/x" }, 400],
    ["plain http", "ana", { endpoint: "http://push.example/x" }, 400],
    ["keys that are no point", "ana", { keys: { p256dh: "A".repeat(87), auth: "A".repeat(22) } }, 400],
    ["a channel that is not configured", "ana", { kind: "fcm", token: "t".repeat(40) }, 400],
  ])("with %s is refused", async (_case, name, change, status) => {
    const bff = await start();
    const token = name === undefined ? undefined : makeToken(name);
    if (name === "forged") rejected.add(token ?? "");
    const body = change && { ...service.subscribe("phone"), ...change };
    const reply = await bff.post("/push/subscriptions", body, token === undefined ? {} : { token });
    expect(reply.status).toBe(status);
    expect(reply.headers["content-type"]).toBe(PROBLEM);
  });

  test("is never sent to a name that leads to a private address", async () => {
    const bff = await start({ settings: { isAllowed: () => false } });
    const token = makeToken("ana");
    await register(bff, token, service.subscribe("phone"));
    expect((await bff.ask("/push/test", { method: "POST", token })).json).toMatchObject([{ outcome: "failed" }]);
    expect(service.requests).toBe(0);
  });
});

test("the files are the owner's, and a damaged one is put aside", async () => {
  const bff = await start();
  await register(bff, makeToken("ana"), service.subscribe("phone"));
  const files = readdirSync(folder);
  expect(files.toSorted()).toEqual(["push-subscriptions.json", "vapid-keys.json"]);
  for (const file of files) expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
  const keys = readFileSync(join(folder, "vapid-keys.json"), "utf8");
  await running.pop()?.stop();
  writeFileSync(join(folder, "push-subscriptions.json"), '{"subscriptions":[{');
  const again = await start();
  expect((await again.ask("/push/subscriptions", { token: makeToken("ana") })).json).toEqual([]);
  expect(readFileSync(join(folder, "vapid-keys.json"), "utf8")).toBe(keys);
  expect(readdirSync(folder)).toContain("push-subscriptions.json.damaged");
});

test("a folder that cannot be written leaves push off, and all else on", async () => {
  writeFileSync(join(folder, "file"), "");
  const bff = await start({ stateDir: join(folder, "file", "folder") });
  expect((await bff.ask("/config.json")).json).not.toHaveProperty("push");
  expect((await bff.post("/push/subscriptions", service.subscribe("a"), { token: makeToken("ana") })).status).toBe(404);
});

test("logs name no endpoint and no key", async () => {
  const lines: string[] = [];
  const write = vi.fn((line: string) => void lines.push(line));
  service.answers.push({ status: 410 });
  const bff = await Bff.start(
    api,
    { broker: broker.target, stateDir: folder },
    {
      logger: { level: "trace", stream: { write } },
      pushSettings: { isAllowed: () => true, ports: [service.port], ca: service.certificate.cert },
    },
  );
  running.push(bff);
  const token = makeToken("ana", "1", HOUR_MS, Date.now());
  const address = service.subscribe("aparelho-secreto");
  await register(bff, token, address);
  expect((await bff.ask("/push/test", { method: "POST", token })).json).toMatchObject([{ outcome: "gone" }]);
  expect(lines.join("")).toContain('"result":"gone"');
  for (const secret of ["aparelho-secreto", address.keys.auth, address.keys.p256dh, token])
    expect(lines.join("")).not.toContain(secret);
});

describe.skipIf(!hasValkey)("two processes on one Valkey", () => {
  let valkey: Valkey;
  beforeEach(async () => {
    valkey = await Valkey.start();
  });
  afterEach(async () => {
    await valkey.remove();
  });

  test("send a message once, share devices, keys and acknowledgements", async () => {
    const [one, two] = await Promise.all(
      [1, 2].map(() => start({ valkeyUrl: valkey.url, settings: { unseenMs: UNSEEN_MS } })),
    );
    if (!one || !two) throw new Error("not started");
    const config = async (bff: Bff) => (await bff.ask("/config.json")).json as RuntimeConfig;
    await until(async () => {
      const keys = [await config(one), await config(two)].map(({ push }) => push?.web?.publicKey);
      expect(keys[0]).toBeDefined();
      expect(keys[1]).toBe(keys[0]);
    });
    const token = makeToken("ana");
    const id = await register(one, token, service.subscribe("phone"));
    await until(async () => expect((await two.ask("/push/subscriptions", { token })).json).toMatchObject([{ id }]));
    await until(() => expect(broker.log.filter((line) => line === `subscribe ${TOPIC}`)).toHaveLength(2));
    for (const text of ["um", "dois", "dois"]) await broker.publish(TOPIC, JSON.stringify({ message: text }));
    await until(() => expect(service.of("phone")).toHaveLength(3));
    expect(await settled(one)).toBe(3);

    const page = await openPage(two, token);
    await publish("visto");
    const frame = await page.received({ message: "visto" });
    if (frame.type === "message") page.send({ type: "acknowledge", ack: frame.ack ?? "" });
    expect(await settled(one)).toBe(3);

    await publish("mostrado");
    const shown = await page.received({ message: "mostrado" });
    if (shown.type === "message") page.send({ type: "acknowledge", ack: shown.ack ?? "", device: id });
    expect(await settled(one)).toBe(3);

    // An equal message later is another alarm. Valkey has its own clock.
    await valkey.run(async (client) => {
      for (const key of await client.keys("lamina:push:*"))
        if (Math.abs((await client.pTTL(key)) - 5 * MINUTE_MS) < 5 * MINUTE_MS) await client.del(key);
    });
    now += 10 * MINUTE_MS;
    await publish("dois");
    await until(() => expect(service.requests - lasts).toBe(4));

    expect((await two.ask(`/push/subscriptions/${id}`, { method: "DELETE", token })).status).toBe(204);
    await until(async () => expect((await one.ask("/push/subscriptions", { token })).json).toEqual([]));
  });

  test("send a message once that came while Valkey was away", async () => {
    const settings = { retryMs: 300 };
    const bffs = await Promise.all([1, 2].map(() => start({ valkeyUrl: valkey.url, settings })));
    const token = makeToken("ana");
    const [one] = bffs;
    if (!one) throw new Error("not started");
    await until(async () => void (await register(one, token, service.subscribe("phone"))));
    await until(() => expect(broker.log.filter((line) => line === `subscribe ${TOPIC}`)).toHaveLength(2));
    await valkey.stop();
    await publish("Pivô 3 parou");
    // Without Valkey no message is sent, so that none can follow this one.
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(service.requests).toBe(0);
    await valkey.start();
    await until(() => expect(service.of("phone")).toHaveLength(1));
    expect(await settled(one)).toBe(1);
  });

  test("send what the other did not before it ended, once", async () => {
    service.answers.push({ status: 429, headers: { "retry-after": "60" } });
    const one = await start({ valkeyUrl: valkey.url });
    await until(async () => expect((await one.ask("/config.json")).json).toHaveProperty("push.web"));
    await register(one, makeToken("ana"), service.subscribe("phone"));
    await publish("Pivô 3 parou");
    await until(async () => expect(await valkey.run((client) => client.hLen("lamina:push:unsent"))).toBe(1));
    await running.pop()?.stop();
    const [two] = await Promise.all([1, 2].map(() => start({ valkeyUrl: valkey.url, settings: { adoptMs: 20 } })));
    await until(async () =>
      expect((await two?.ask("/push/subscriptions", { token: makeToken("ana") }))?.json).toHaveLength(1),
    );
    expect(service.requests).toBe(1);
    // Valkey has its own clock.
    await valkey.run(async (client) => {
      for (const key of await client.keys("lamina:push:lease:*")) await client.del(key);
    });
    await until(() => expect(service.of("phone")).toHaveLength(1));
    await until(async () => expect(await valkey.run((client) => client.hLen("lamina:push:unsent"))).toBe(0));
    expect(service.requests).toBe(2);
  });

  test("restore what a Valkey loses", async () => {
    const bff = await start({ valkeyUrl: valkey.url });
    const token = makeToken("ana");
    await until(async () => void (await register(bff, token, service.subscribe("phone"))));
    const before = await until(async () => {
      const { json } = await bff.ask("/config.json");
      expect(json).toHaveProperty("push.web");
      return json;
    });
    await valkey.stop();
    await valkey.start();
    await until(async () => {
      const kept = await valkey.run((client) => client.hLen("lamina:push:subscriptions"));
      expect(kept).toBe(1);
    });
    expect((await bff.ask("/config.json")).json).toEqual(before);
  });
});
