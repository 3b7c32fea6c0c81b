import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Envelope } from "@lamina/shared/messages/broker";
import { connect, connectAsync, type IClientOptions, type MqttClient } from "mqtt";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { startTestApi, type TestApi } from "../../testing/api.ts";
import { ensureCertificate } from "../core/tls/certificate.ts";
import { openEmbeddedBroker } from "./embedded.ts";
import { frontendAccount } from "./permissions.ts";

let api: TestApi;
const open: MqttClient[] = [];

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api?.close());
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.endAsync(true)));
});

function options(given: IClientOptions = {}): IClientOptions {
  const { username, password } = api.broker;
  return { ca: readFileSync(api.caFile), username, password, reconnectPeriod: 0, ...given };
}

async function connected(given?: IClientOptions): Promise<MqttClient> {
  const client = await connectAsync(api.broker.url, options(given));
  open.push(client);
  return client;
}

/** Messages that arrive at a client, as `[topic, text]`. */
function inbox(client: MqttClient): [string, string][] {
  const received: [string, string][] = [];
  client.on("message", (topic, payload) => received.push([topic, payload.toString()]));
  return received;
}

/** The error of a rejected connection. */
function refusal(given: IClientOptions, url = api.broker.url): Promise<Error & { code?: number | string }> {
  return new Promise((resolve, reject) => {
    const client = connect(url, options(given));
    open.push(client);
    client.on("error", resolve);
    client.on("connect", () => reject(new Error("was let in")));
  });
}

describe("the embedded broker", () => {
  it("speaks MQTT over secure WebSocket at /mqtt", async () => {
    expect(api.broker.url).toMatch(/^wss:\/\/localhost:\d+\/mqtt$/);
    expect((await connected()).connected).toBe(true);
  });

  it.each([
    ["a wrong password", { password: "errada" }],
    ["an unknown user", { username: "outro" }],
    ["no password", { password: "" }],
  ])("refuses %s with code 4", async (_case, given) => {
    expect((await refusal(given)).code).toBe(4);
  });

  it("accepts the password of that time", async () => {
    let password = "antiga";
    const tls = await ensureCertificate(mkdtempSync(join(tmpdir(), "broker-")), ["localhost"], new Date());
    const accounts = [frontendAccount("bff", () => password)] as const;
    const own = await openEmbeddedBroker({ host: "127.0.0.1", port: 0, tls, accounts, clock: api.clock, log: console });
    onTestFinished(() => own.close());
    const given = (tried: string) => ({ ca: readFileSync(tls.caFile), username: "bff", password: tried });
    const client = await connectAsync(own.url, options(given("antiga")));
    open.push(client);
    password = "nova";
    expect((await refusal(given("antiga"), own.url)).code).toBe(4);
    open.push(await connectAsync(own.url, options(given("nova"))));
    expect(client.connected).toBe(true);
  });

  it("is rejected by clients that do not trust its authority", async () => {
    const { ca: _, ...rest } = options();
    const client = connect(api.broker.url, rest);
    open.push(client);
    const error = await new Promise<Error>((resolve) => client.on("error", resolve));
    expect(error.message).toMatch(/certificate/);
  });

  it("delivers a publication to every session of its user, in its envelope", async () => {
    const client = await connected();
    const received = inbox(client);
    await client.subscribeAsync("ana/ALL/Frontend/notifications", { qos: 1 });
    await api.broker.publisher.publishToUser("ana", "notifications", "Pivô 03 parou em 214°");
    await vi.waitFor(() => expect(received).toHaveLength(1));
    const [topic, text] = received[0] ?? ["", ""];
    expect(topic).toBe("ana/ALL/Frontend/notifications");
    expect(Envelope.parse(JSON.parse(text))).toEqual({
      message: "Pivô 03 parou em 214°",
      date: api.clock.now().toISOString(),
    });
  });

  it.each(["", "a/b", "a+b", "a#b", "$SYS", "a\u0000b"])(
    "publishes nothing for the invalid user name %j",
    async (userName) => {
      await expect(api.broker.publisher.publishToUser(userName, "notifications", "x")).resolves.toBeUndefined();
    },
  );

  it.each([
    "#",
    "+/#",
    "+/+/+/x",
    "+/+/#",
    "ana/ALL/Backend/x",
    "$SYS/#",
    "farm/1/telemetry",
    "+/+/Frontend",
    "$share/g/a/ALL/Frontend/x",
  ])("denies the BFF the subscription %s and keeps the link", async (filter) => {
    const client = await connected();
    const granted = await client.subscribeAsync(filter, { qos: 1 }).catch((error: Error) => error);
    expect(granted instanceof Error || granted[0]?.qos === 128).toBe(true);
    expect(client.connected).toBe(true);
  });

  it.each(["+/+/Frontend/#", "ana/+/Frontend/notifications", "ana/ALL/Frontend/+"])(
    "grants the BFF the subscription %s",
    async (filter) => {
      const granted = await (await connected()).subscribeAsync(filter, { qos: 1 });
      expect(granted[0]?.qos).toBe(1);
    },
  );

  it("drops a forbidden publication of the BFF and keeps the connection", async () => {
    const client = await connected();
    const received = inbox(client);
    await client.subscribeAsync("+/+/Frontend/#", { qos: 1 });
    for (const topic of ["farm/1/telemetry", "$SYS/x", "ana/ALL/Backend/x", "$refused"])
      await client.publishAsync(topic, "x", { qos: 1 });
    await client.publishAsync("ana/abc/Frontend/navigation", "y", { qos: 1 });
    await vi.waitFor(() => expect(received).toEqual([["ana/abc/Frontend/navigation", "y"]]));
    expect(client.connected).toBe(true);
  });

  it("retains nothing", async () => {
    const client = await connected();
    await client.publishAsync("ana/abc/Frontend/navigation", "antes", { qos: 1, retain: true });
    const received = inbox(client);
    await client.subscribeAsync("ana/abc/Frontend/navigation", { qos: 1 });
    await client.publishAsync("ana/abc/Frontend/navigation", "depois", { qos: 1 });
    await vi.waitFor(() => expect(received.map(([, text]) => text)).toEqual(["depois"]));
  });

  it("closes only the connection that publishes to a wildcard topic", async () => {
    const [bad, good] = [await connected(), await connected()];
    const received = inbox(good);
    await good.subscribeAsync("ana/ALL/Frontend/notifications", { qos: 1 });
    const closed = new Promise<void>((resolve) => bad.once("close", () => resolve()));
    // Written by hand, because MQTT.js itself rejects such a topic: PUBLISH, topic "a/#", payload "x".
    bad.stream.write(Buffer.from([0x30, 6, 0, 3, 0x61, 0x2f, 0x23, 0x78]));
    await closed;
    await api.broker.publisher.publishToUser("ana", "notifications", "ainda aqui");
    await vi.waitFor(() => expect(received).toHaveLength(1));
  });

  it("lets a client reconnect with the client id of its dead connection, with its rights", async () => {
    const first = await connected({ clientId: "bff-1" });
    const ended = new Promise<void>((resolve) => first.once("close", () => resolve()));
    const second = await connected({ clientId: "bff-1" });
    await ended;
    expect((await second.subscribeAsync("ana/ALL/Frontend/notifications", { qos: 1 }))[0]?.qos).toBe(1);
  });

  it("delivers a burst without waiting for acknowledgements (TCP_NODELAY)", async () => {
    const client = await connected();
    const received = inbox(client);
    await client.subscribeAsync("ana/ALL/Frontend/notifications", { qos: 1 });
    const count = 200;
    for (let sent = 0; sent < count; sent++) await api.broker.publisher.publishToUser("ana", "notifications", sent);
    await vi.waitFor(() => expect(received).toHaveLength(count), 5000);
    expect(received.map(([, text]) => JSON.parse(text).message)).toEqual([...Array(count).keys()]);
  });
});
