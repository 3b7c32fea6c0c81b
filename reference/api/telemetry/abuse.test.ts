import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MINUTE_MS } from "@lamina/shared/core/time";
import { deviceTopic } from "@lamina/shared/messages/device-topics";
import { sql } from "drizzle-orm";
import { connect, connectAsync, type IClientOptions, type MqttClient } from "mqtt";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { quietLog } from "../../testing/quiet-log.ts";
import type { Broker } from "../broker/broker.ts";
import { openEmbeddedBroker } from "../broker/embedded.ts";
import { frontendAccount } from "../broker/permissions.ts";
import { openCertificate, type ServerCertificate } from "../core/tls/certificate.ts";
import { deviceMessages, readings } from "../schema/telemetry.ts";
import { batchOf, describeField, NOW, PIVOT, type TestField } from "./testing/field.ts";

const AUTHOR = { userId: null, userName: "sistema" };

describeField("devices at the real broker", (getField) => {
  let field: TestField;
  let directory: string;
  let tls: ServerCertificate;
  let broker: Broker;
  let port = 0;
  const open: MqttClient[] = [];

  async function openBroker(): Promise<void> {
    const account = frontendAccount("bff", () => "segredo");
    const clock = { now: () => NOW };
    broker = await openEmbeddedBroker({ host: "127.0.0.1", port, tls, accounts: [account], clock, log: quietLog });
    port = Number(new URL(broker.url).port);
    await broker.acceptDevices(field.telemetry.deviceGateway);
  }

  beforeAll(async () => {
    field = getField();
    directory = await mkdtemp(join(tmpdir(), "broker-"));
    const files = { hostnames: ["localhost"], certFile: undefined, keyFile: undefined };
    tls = await openCertificate(files, directory, new Date());
    await openBroker();
  });
  afterAll(async () => {
    await broker?.close();
    await rm(directory, { recursive: true, force: true });
  });
  afterEach(async () => {
    await field.outage(false);
    await Promise.all(open.splice(0).map((client) => client.endAsync(true)));
  });

  let serial: string;
  let secret: string;
  beforeEach(async () => {
    serial = await field.addDevice({ pivotId: PIVOT });
    await field.addSensor(serial, "airTemp");
    secret = await rotate(serial);
  });

  const rotate = async (device: string) => (await field.telemetry.rotateSecret(device, AUTHOR)).secret;
  const optionsOf = (given: IClientOptions = {}): IClientOptions => ({
    ca: readFileSync(tls.caFile),
    username: serial,
    password: secret,
    reconnectPeriod: 0,
    ...given,
  });
  async function connected(given?: IClientOptions): Promise<MqttClient> {
    const client = await connectAsync(broker.url, optionsOf(given));
    client.on("error", () => {});
    open.push(client);
    return client;
  }
  function refusal(given: IClientOptions): Promise<Error & { code?: number | string }> {
    return new Promise((resolve, reject) => {
      const client = connect(broker.url, optionsOf(given));
      open.push(client);
      client.on("error", resolve);
      client.on("connect", () => reject(new Error("was let in")));
    });
  }
  const publish = (client: MqttClient, payload: unknown, kind: "readings" | "pivot" = "readings") =>
    client.publishAsync(deviceTopic(serial, kind), typeof payload === "string" ? payload : JSON.stringify(payload), {
      qos: 1,
    });
  const storedOf = async (device: string) => {
    const { rows } = await field.database.execute(
      sql`select count(*)::int as count from ${readings} r join sensors s on s.number = r.sensor where s.device_id = ${device}`,
    );
    return Number(rows[0]?.count);
  };
  const closedCounts = () => {
    const { received, stored, duplicate, rejected, waiting } = field.telemetry.counts();
    expect(received).toBe(stored + duplicate + rejected + waiting);
    return field.telemetry.counts();
  };
  const minutes = (count: number, first = 0) =>
    batchOf(
      serial,
      "airTemp",
      new Date(NOW.getTime() - 30 * MINUTE_MS),
      Array.from({ length: count }, (_, index) => [first + index, 20 + index]),
    );

  it("acknowledges stored messages", async () => {
    await publish(await connected(), minutes(3));
    expect(await storedOf(serial)).toBe(3);
    await vi.waitFor(() => expect(closedCounts().waiting).toBe(0));
  });

  it.each([
    ["a wrong secret", () => ({ password: "errada" })],
    ["no secret", () => ({ password: "" })],
    ["an unknown serial", () => ({ username: "ninguém" })],
    ["the serial of another device", () => ({ username: "x".repeat(70) })],
  ])("refuses %s", async (_case, given) => {
    expect((await refusal(given())).code).toBe(4);
  });

  it("rejects the previous secret, and another device's", async () => {
    const before = secret;
    secret = await rotate(serial);
    expect((await refusal({ password: before })).code).toBe(4);
    const other = await field.addDevice();
    expect((await refusal({ username: other })).code).toBe(4);
    expect((await connected()).connected).toBe(true);
  });

  it("lets a device try again while the database is away", async () => {
    await field.outage(true);
    expect((await refusal({})).code).toBe(3);
    await field.outage(false);
    expect((await connected()).connected).toBe(true);
  });

  it("lets a device neither publish for another device or to users, nor subscribe", async () => {
    const other = await field.addDevice();
    await field.addSensor(other, "airTemp");
    const client = await connected();
    const theirs = JSON.stringify({ ...minutes(2), serial: other });
    await client.publishAsync(deviceTopic(other, "readings"), theirs, { qos: 1 });
    await client.publishAsync(deviceTopic(serial, "readings"), theirs, { qos: 1 });
    expect([await storedOf(other), await storedOf(serial)]).toEqual([0, 0]);
    for (const filter of [deviceTopic(serial, "readings"), "#", "+/+/Frontend/#"]) {
      const granted = await client.subscribeAsync(filter, { qos: 1 }).catch((error: Error) => error);
      expect(granted instanceof Error || granted[0]?.qos === 128).toBe(true);
    }
    const user = await connectAsync(broker.url, optionsOf({ username: "bff", password: "segredo" }));
    open.push(user);
    const heard = vi.fn();
    user.on("message", heard);
    await user.subscribeAsync("+/+/Frontend/#", { qos: 1 });
    await client.publishAsync("ana/ALL/Frontend/notifications", "x", { qos: 1 });
    await broker.publisher.publishToUser("ana", "notifications", "fim");
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(1));
  });

  it("does not let a user end another user's connection by its client id", async () => {
    const user = await connectAsync(broker.url, optionsOf({ username: "bff", password: "segredo", clientId: "bff-1" }));
    open.push(user);
    expect((await refusal({ clientId: "bff-1" })).code).toBe(2);
    expect(user.connected).toBe(true);
  });

  it("ends the connections of a device on request", async () => {
    const client = await connected();
    const closed = new Promise<void>((resolve) => client.once("close", () => resolve()));
    broker.endConnections(serial);
    await closed;
  });

  it("counts and drops garbage, stores it for display, and continues", async () => {
    const { garbage, rejected } = closedCounts();
    const client = await connected();
    const date = NOW.toISOString();
    for (const payload of [
      "",
      "{",
      "null",
      "[]",
      "\u0000\u0001",
      '{"readings":7}',
      '{"readings":[{}',
      "9".repeat(5000),
    ])
      await publish(client, payload);
    await publish(client, '{"running":true}', "pivot");
    expect(closedCounts().garbage - garbage).toBe(9);
    await publish(client, {
      readings: [
        { variable: "airTemp", date, value: "quente" },
        { variable: "airTemp", date: "ontem", value: 20 },
        { variable: "umidade", date, value: 20 },
        { variable: "airTemp", date, value: 20 },
        null,
      ],
      batteryPct: 900,
      firmware: "a\u0000b",
    });
    // The one valid reading is stored: an unreadable battery has no other effect.
    expect(closedCounts().rejected - rejected).toBe(4);
    expect(await storedOf(serial)).toBe(1);
    await publish(client, minutes(1));
    expect(await storedOf(serial)).toBe(2);
    expect(client.connected).toBe(true);
    const messages = await field.database.select().from(deviceMessages).where(sql`device_id = ${serial}`);
    const kept = messages.map(({ raw, refusals }) => [raw, refusals[0]?.id, refusals[0]?.field]);
    expect(kept).toContainEqual(['{"readings":7}', "wrong-shape", "readings"]);
    expect(kept).toContainEqual(["{", "not-json", undefined]);
    const mixed = messages.find(({ rejected }) => rejected === 4);
    expect(mixed).toMatchObject({ accepted: 1, duplicate: 0, door: "mqtt" });
    expect(mixed?.refusals).toMatchObject([
      { id: "wrong-value", field: "batteryPct", sent: "900" },
      { index: 0, id: "not-a-number", field: "readings.0.value", sent: "quente" },
      { index: 1, id: "not-a-date", field: "readings.1.date", sent: "ontem" },
      { index: 2, id: "no-such-variable", field: "readings.2.variable", sent: "umidade" },
      { index: 4, id: "not-an-object", field: "readings.4", sent: "null" },
    ]);
  });

  it("stores readings although the device sends text that cannot be stored", async () => {
    const client = await connected();
    const { rejected } = closedCounts();
    const half = String.raw`"\ud83c"`;
    for (const [first, firmware] of [
      [0, '"a\\u0000b"'],
      [10, half],
      [20, '{"major":2}'],
      [30, `"${"9".repeat(61)}"`],
    ] as const)
      await publish(client, JSON.stringify(minutes(2, first)).replace(/}$/, `,"firmware":${firmware}}`));
    expect(await storedOf(serial)).toBe(8);
    expect(closedCounts().rejected).toBe(rejected);
    const date = new Date(NOW.getTime() - MINUTE_MS).toISOString();
    const status = { date, running: false, wet: false, direction: "stopped", angleDeg: 3 };
    await publish(client, { ...status, fault: "cabo\0", more: { note: "\0" } }, "pivot");
    expect((await field.telemetry.pivotLatest([PIVOT])).get(PIVOT)).toMatchObject({ fault: "cabo\uFFFD" });
  });

  it("stores a pivot's state once, and emits one event", async () => {
    const client = await connected();
    const status = {
      date: NOW.toISOString(),
      running: true,
      wet: true,
      direction: "forward",
      angleDeg: 214,
      percent: 45,
    };
    const emittedBefore = field.emitted.length;
    await publish(client, status, "pivot");
    await publish(client, status, "pivot");
    expect((await field.telemetry.pivotLatest([PIVOT])).get(PIVOT)).toMatchObject({ ...status, pivotId: PIVOT });
    expect(await field.telemetry.pivotHistory(PIVOT, NOW, new Date(NOW.getTime() + 1))).toHaveLength(1);
    expect(field.emitted.slice(emittedBefore).filter(({ name }) => name === "pivotStatus")).toHaveLength(1);
  });

  it("loses and duplicates nothing under duplicates, disorder, a broker restart and a database outage", async () => {
    const before = closedCounts();
    const senders = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const device = await field.addDevice();
        await field.addSensor(device, "airTemp");
        await field.addSensor(device, "rain");
        const password = await rotate(device);
        const client = await connected({
          username: device,
          password,
          reconnectPeriod: 50,
          clientId: device,
          clean: false,
        });
        return { device, client };
      }),
    );
    /** Each device: 60 batches of 10 readings, every third one twice, all in random order. */
    const sent: Promise<unknown>[] = [];
    const send = (round: number) => {
      for (const { device, client } of senders)
        for (let batch = 0; batch < 20; batch++) {
          const place = round * 20 + ((batch * 7) % 20);
          const start = new Date(NOW.getTime() - 25 * 60 * MINUTE_MS + place * 10 * MINUTE_MS);
          const points = Array.from({ length: 10 }, (_, index) => [index, 15 + ((place + index) % 9)] as const);
          const payload = JSON.stringify(batchOf(device, place % 2 ? "rain" : "airTemp", start, points));
          for (let copy = 0; copy < (place % 3 === 0 ? 2 : 1); copy++)
            sent.push(client.publishAsync(deviceTopic(device, "readings"), payload, { qos: 1 }));
        }
    };

    send(0);
    await broker.close();
    send(1);
    await openBroker();
    await Promise.all(sent);
    await field.outage(true);
    send(2);
    await vi.waitFor(() => expect(closedCounts().waiting).toBeGreaterThan(0));
    await field.outage(false);
    await Promise.all(sent);

    const after = closedCounts();
    expect(after.waiting).toBe(0);
    expect(after.stored - before.stored).toBe(4 * 600);
    expect(after.rejected - before.rejected).toBe(0);
    expect(after.duplicate - before.duplicate).toBeGreaterThanOrEqual(4 * 200);
    for (const { device } of senders) expect(await storedOf(device)).toBe(600);
    const { rows } = await field.database.execute(sql`
      select (select sum(count)::int from reading_hours) as hours, (select sum(count)::int from reading_days) as days,
        (select count(*)::int from readings where flag in (0, 5)) as readings`);
    expect(rows[0]?.hours).toBe(rows[0]?.readings);
    expect(rows[0]?.days).toBe(rows[0]?.readings);
  });
});
