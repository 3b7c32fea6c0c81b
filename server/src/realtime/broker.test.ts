import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { BrokerState } from "@lamina/shared/messages/realtime";
import fastify from "fastify";
import { afterEach, describe, expect, test, vi } from "vitest";
import { makeCertificate } from "../../../scripts/testing/certificate.ts";
import { EmbeddedBroker, type TestBroker } from "../testing/broker.ts";
import { hasMosquitto, Mosquitto } from "../testing/broker-mosquitto.ts";
import { until } from "../testing/broker-until.ts";
import { Broker, MAX_UNACKNOWLEDGED, NotConnectedError } from "./broker.ts";

const TOPIC = "ana/ALL/Frontend/notifications";
const log = fastify().log;
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function makeBroker(connectTimeoutMs = 10_000): { broker: Broker; states: BrokerState[]; heard: string[] } {
  const broker = new Broker({ log, connectTimeoutMs, reconnectPeriodMs: 30 });
  const states: BrokerState[] = [];
  const heard: string[] = [];
  broker.on("state", (state) => states.push(state));
  broker.on("message", (_topic, payload) => heard.push(payload.toString()));
  cleanups.push(() => broker.close());
  return { broker, states, heard };
}

const reaches = (broker: Broker, state: BrokerState) => until(() => expect(broker.state).toBe(state));

async function embedded(): Promise<EmbeddedBroker> {
  const server = await EmbeddedBroker.start();
  cleanups.push(() => server.stop());
  return server;
}

async function mosquitto(): Promise<Mosquitto> {
  const server = await Mosquitto.start();
  cleanups.push(() => server.remove());
  return server;
}

if (process.env.CI) test("Mosquitto is installed in CI", () => expect(hasMosquitto).toBe(true));

const brokers: [string, () => Promise<TestBroker>, boolean][] = [
  ["aedes", embedded, true],
  ["Mosquitto", mosquitto, hasMosquitto],
];

describe.each(brokers)("over %s", (_name, start, present) => {
  test.skipIf(!present)("connects over verified TLS, publishes and receives at QoS 1", async () => {
    const server = await start();
    const { broker, states, heard } = makeBroker();
    broker.connect(server.target);
    await reaches(broker, "connected");
    expect(states).toEqual(["connecting", "connected"]);
    expect(await broker.subscribe(TOPIC)).toBe(true);
    await broker.publish(TOPIC, "água", "ana");
    await server.publish(TOPIC, "second");
    await until(() => expect(heard).toEqual(["água", "second"]));
  });

  test.skipIf(!present)("reports each state during a broker's restart, and reconnects", async () => {
    const server = await start();
    const { broker, states } = makeBroker();
    broker.connect(server.target);
    await reaches(broker, "connected");
    states.length = 0;
    await server.stop();
    await reaches(broker, "closed");
    await expect(broker.publish(TOPIC, "lost", "ana")).rejects.toThrow("mqtt client not connected");
    await expect(broker.subscribe(TOPIC)).rejects.toThrow(NotConnectedError);
    await server.start();
    await reaches(broker, "connected");
    expect(states.slice(0, 2)).toEqual(["closed", "connecting"]);
    expect(states.slice(-2)).toEqual(["connecting", "connected"]);
  });

  test.skipIf(!present)("connects to a broker that starts after it", async () => {
    const server = await start();
    await server.stop();
    const { broker, states } = makeBroker();
    broker.connect(server.target);
    await until(() => expect(states).toEqual(expect.arrayContaining(["connecting", "closed"])));
    await server.start();
    await reaches(broker, "connected");
  });

  test.skipIf(!present)("never sends data to a broker without a trusted certificate", async () => {
    const server = await start();
    const { broker, states } = makeBroker();
    const stranger = await makeCertificate();
    broker.connect({ ...server.target, ca: stranger.cert });
    await until(() => expect(states.filter((state) => state === "closed").length).toBeGreaterThan(1));
    expect(states).not.toContain("connected");
    if (server instanceof EmbeddedBroker) expect(server.connections).toBe(0);
  });

  test.skipIf(!present)("never connects with wrong credentials, and keeps trying", async () => {
    const server = await start();
    const { broker, states } = makeBroker();
    broker.connect({ ...server.target, password: "wrong" });
    await until(() => expect(states.filter((state) => state === "connecting").length).toBeGreaterThan(2));
    expect(states).not.toContain("connected");
  });
});

test("the process has one connection, whatever it does", async () => {
  const server = await embedded();
  const { broker } = makeBroker();
  broker.connect(server.target);
  await reaches(broker, "connected");
  await Promise.all([
    broker.subscribe(TOPIC),
    broker.subscribe("bia/ALL/Frontend/x"),
    broker.publish(TOPIC, "1", "ana"),
  ]);
  expect(server.connections).toBe(1);
});

test("says at each attempt that nothing speaks MQTT at the path", async () => {
  const server = await embedded();
  const warn = vi.fn();
  const broker = new Broker({ log: { warn }, reconnectPeriodMs: 30 });
  cleanups.push(() => broker.close());
  const url = new URL("/other", server.target.url).href;
  broker.connect({ ...server.target, url });
  await until(() => expect(warn.mock.calls.length).toBeGreaterThan(1));
  expect(new Set(warn.mock.calls.map((call) => JSON.stringify(call)))).toEqual(
    new Set([JSON.stringify([{ url, status: 400 }, "no broker at this path of MQTT_URL"])]),
  );
});

test("says once per outage why the broker cannot be reached, without a stack", async () => {
  const server = await embedded();
  const warn = vi.fn();
  const broker = new Broker({ log: { warn }, reconnectPeriodMs: 30 });
  cleanups.push(() => broker.close());
  const attempts: BrokerState[] = [];
  broker.on("state", (state) => state === "connecting" && attempts.push(state));
  broker.connect({ ...server.target, ca: undefined });
  await until(() => expect(attempts.length).toBeGreaterThan(3));
  const said = { reason: expect.stringMatching(/certificate/), remedy: expect.stringContaining("MQTT_CA_FILE") };
  expect(warn.mock.calls).toEqual([[said, "broker connection failed"]]);
});

test("gives up on a server that never answers after the time limit, and tries again", async () => {
  const silent = createServer((socket) => socket.on("error", () => undefined)).listen(0, "127.0.0.1");
  await once(silent, "listening");
  cleanups.push(async () => silent.close());
  const { broker, states } = makeBroker(100);
  broker.connect({ url: `wss://127.0.0.1:${(silent.address() as AddressInfo).port}/mqtt` });
  await until(() => expect(states.filter((state) => state === "connecting").length).toBeGreaterThan(1));
  expect(states).not.toContain("connected");
});

test("moves to another broker, and receives nothing more from the former one", async () => {
  const [former, next] = [await embedded(), await embedded()];
  const { broker, heard } = makeBroker();
  broker.connect(former.target);
  await reaches(broker, "connected");
  await broker.subscribe(TOPIC);
  broker.connect(next.target);
  await until(() => expect(next.connections).toBe(1));
  await reaches(broker, "connected");
  await broker.subscribe(TOPIC);
  await former.publish(TOPIC, "former");
  await next.publish(TOPIC, "next");
  await until(() => expect(heard).toContain("next"));
  expect(heard).toEqual(["next"]);
});

test("does not replay a publication that made the broker drop the link", async () => {
  const server = await embedded();
  const { broker, states } = makeBroker();
  broker.connect(server.target);
  await reaches(broker, "connected");
  server.dropPublisher = true;
  await expect(broker.publish(TOPIC, "poison", "mallory")).rejects.toThrow("mqtt client not connected");
  await until(() => expect(states.slice(-2)).toEqual(["connecting", "connected"]));
  server.dropPublisher = false;
  await broker.publish(TOPIC, "healthy", "ana");
  await expect(broker.publish(TOPIC, "again", "mallory")).rejects.toThrow(
    "closed the connection at an earlier message",
  );
  expect(server.connections).toBe(2);
});

test("limits the publications that wait for an acknowledgement", async () => {
  const server = await embedded();
  const { broker } = makeBroker();
  broker.connect(server.target);
  await reaches(broker, "connected");
  server.holdPublications = true;
  const waiting = Array.from({ length: MAX_UNACKNOWLEDGED }, () => broker.publish(TOPIC, "x", "ana"));
  const settled = Promise.allSettled(waiting);
  await expect(broker.publish(TOPIC, "x", "ana")).rejects.toThrow("mqtt broker does not keep up");
  await broker.close();
  expect((await settled).every(({ status }) => status === "rejected")).toBe(true);
});

test("stays closed after close", async () => {
  const server = await embedded();
  const { broker, states } = makeBroker();
  broker.connect(server.target);
  await reaches(broker, "connected");
  await broker.close();
  expect(states.at(-1)).toBe("closed");
  await expect(broker.publish(TOPIC, "x", "ana")).rejects.toThrow(NotConnectedError);
});

test("publications of many lengths hold no blocks of the buffer pool", async () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage: () => void = runInNewContext("gc");
  const held = () => {
    collectGarbage();
    return process.memoryUsage().arrayBuffers;
  };
  const server = await EmbeddedBroker.start();
  cleanups.push(() => server.stop());
  const { broker } = makeBroker();
  broker.connect(server.target);
  await until(() => expect(broker.state).toBe("connected"));
  const before = held();
  for (let length = 0; length < 300; length++) {
    await broker.publish(TOPIC, "x".repeat(length), "ana");
    // What the rest of the process allocates in between.
    for (let request = 0; request < 4; request++) Buffer.allocUnsafe(Buffer.poolSize / 4);
  }
  // One collection may leave some of the garbage.
  await until(() => expect(held() - before).toBeLessThan(100 * Buffer.poolSize));
});

test("refuses a publication over the broker's limit to its sender, and the link stays", async () => {
  const server = await embedded();
  const broker = new Broker({ log, reconnectPeriodMs: 30, maxPacketBytes: 20_000 });
  cleanups.push(() => broker.close());
  broker.connect(server.target);
  await reaches(broker, "connected");
  await expect(broker.publish(TOPIC, "x".repeat(20_000), "ana")).rejects.toThrow("message too large for the broker");
  await broker.publish(TOPIC, "x".repeat(19_900), "ana");
  expect(server.connections).toBe(1);
});

test("leaves out a stored message of 3 MB, however often it is subscribed, and the link stays", async () => {
  const server = await embedded();
  await server.publish("ana/ALL/Frontend/large", Buffer.alloc(3_000_000), true);
  const { broker, heard } = makeBroker();
  const left: string[] = [];
  broker.on("tooLarge", (topic) => left.push(topic));
  broker.connect(server.target);
  await reaches(broker, "connected");
  for (const topic of ["ana/ALL/Frontend/large", TOPIC]) expect(await broker.subscribe(topic)).toBe(true);
  await until(() => expect(left).toEqual(["ana/ALL/Frontend/large"]));
  await server.publish(TOPIC, "after");
  await until(() => expect(heard).toEqual(["after"]));
  expect(server.connections).toBe(1);
});
