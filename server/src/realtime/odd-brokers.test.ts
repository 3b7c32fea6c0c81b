import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { generate, type Packet, parser } from "mqtt-packet";
import { afterEach, expect, test, vi } from "vitest";
import { makeCertificate } from "../../../scripts/testing/certificate.ts";
import { EmbeddedBroker } from "../testing/broker.ts";
import { until } from "../testing/broker-until.ts";
import { Broker } from "./broker.ts";
import { Subscriptions } from "./subscriptions.ts";

const TOPIC = "ana/ALL/Frontend/notifications";
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A broker whose answer to each packet a test gives. Returns its address. */
async function scripted(answer: (packet: Packet, socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    const reader = parser();
    reader.on("packet", (packet: Packet) => answer(packet, socket));
    socket.on("data", (data) => reader.parse(data)).on("error", () => {});
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanups.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const accept = (socket: Socket) => socket.write(generate({ cmd: "connack", returnCode: 0, sessionPresent: false }));

function makeBroker(options: { keepAliveMs?: number; elapsed?: () => number } = {}) {
  const warn = vi.fn();
  const broker = new Broker({ log: { warn }, reconnectPeriodMs: 20, ...options });
  cleanups.push(() => broker.close());
  return { broker, warn };
}

test("a broker that answers no keep-alive is connected again, and the log says why", async () => {
  let logins = 0;
  const url = await scripted(({ cmd }, socket) => {
    if (cmd !== "connect") return;
    logins += 1;
    accept(socket);
  });
  const { broker, warn } = makeBroker({ keepAliveMs: 1_000 });
  broker.connect({ url });
  await until(() => expect(logins).toBeGreaterThan(1));
  expect(warn).toHaveBeenCalledWith(
    expect.objectContaining({ reason: "Keepalive timeout" }),
    "broker connection failed",
  );
});

test("sessions that are taken over again and again are noticed once, with the program to look for", async () => {
  let logins = 0;
  const url = await scripted(({ cmd }, socket) => {
    if (cmd !== "connect") return;
    logins += 1;
    accept(socket);
    // As a broker ends the elder session of a user when another program logs in.
    setTimeout(() => socket.end(), 10);
  });
  const { broker, warn } = makeBroker();
  broker.connect({ url });
  await until(() => expect(logins).toBeGreaterThan(5));
  const said = [expect.objectContaining({ remedy: expect.stringContaining("MQTT_USERNAME") }), expect.anything()];
  expect(warn.mock.calls).toEqual([said]);
  expect(warn.mock.calls[0]?.[1]).toBe("the broker ends each connection soon after the login");
});

test("links that last a while are no take-over", async () => {
  let now = 0;
  let logins = 0;
  const url = await scripted(({ cmd }, socket) => {
    if (cmd !== "connect") return;
    logins += 1;
    accept(socket);
    setTimeout(() => {
      now += 60_000;
      socket.end();
    }, 10);
  });
  const { broker, warn } = makeBroker({ elapsed: () => now });
  broker.connect({ url });
  await until(() => expect(logins).toBeGreaterThan(5));
  expect(warn).not.toHaveBeenCalled();
});

test.each([
  ["MQTT 3.1.1, of an old or new broker", Buffer.from([0x20, 2, 0, 1]), "MQTT 3.1.1"],
  ["MQTT 5 alone, by its own answer", Buffer.from([0x20, 3, 0, 0x84, 0]), "MQTT 3.1.1"],
  ["no such user", Buffer.from([0x20, 2, 0, 4]), "MQTT_USERNAME"],
  ["a user without rights", Buffer.from([0x20, 2, 0, 5]), "MQTT_USERNAME"],
])("a login that is refused (%s) is logged once, with the remedy", async (_what, connack, remedy) => {
  let logins = 0;
  const url = await scripted(({ cmd }, socket) => {
    if (cmd !== "connect") return;
    logins += 1;
    socket.end(connack);
  });
  const { broker, warn } = makeBroker();
  broker.connect({ url });
  await until(() => expect(logins).toBeGreaterThan(3));
  const said = { reason: expect.stringContaining("refused"), remedy: expect.stringContaining(remedy) };
  expect(warn.mock.calls).toEqual([[said, "broker connection failed"]]);
});

test("a renewed certificate of an unknown authority is refused with the setting's name, then trusted", async () => {
  const server = await EmbeddedBroker.start();
  cleanups.push(() => server.stop());
  const { broker, warn } = makeBroker();
  const old = await makeCertificate();
  broker.connect({ ...server.target, ca: old.cert });
  await until(() => expect(warn).toHaveBeenCalled());
  const said = expect.objectContaining({ remedy: expect.stringContaining("MQTT_CA_FILE") });
  expect(warn.mock.calls).toEqual([[said, "broker connection failed"]]);
  broker.connect(server.target);
  await until(() => expect(broker.state).toBe("connected"));
});

test("TLS on a port without it is logged with the setting's name", async () => {
  const plain = createServer((socket) => socket.on("error", () => {}).end("HTTP/1.1 400 Bad Request\r\n\r\n"));
  plain.listen(0, "127.0.0.1");
  await once(plain, "listening");
  cleanups.push(async () => plain.close());
  const { broker, warn } = makeBroker();
  broker.connect({ url: `mqtts://127.0.0.1:${(plain.address() as AddressInfo).port}` });
  await until(() => expect(warn).toHaveBeenCalled());
  expect(warn.mock.calls[0]?.[0]).toMatchObject({ remedy: expect.stringContaining("MQTT_URL") });
});

test("100,000 stored messages after a subscription reach a page once, and what comes after them arrives", async () => {
  const stored = generate({ cmd: "publish", topic: TOPIC, payload: "stored", qos: 0, retain: true, dup: false });
  const live = generate({ cmd: "publish", topic: TOPIC, payload: "live", qos: 0, retain: false, dup: false });
  const url = await scripted((packet, socket) => {
    if (packet.cmd === "connect") accept(socket);
    if (packet.cmd !== "subscribe") return;
    socket.write(generate({ cmd: "suback", messageId: packet.messageId ?? 1, granted: [1] }));
    for (let n = 0; n < 100; n++) socket.write(Buffer.concat(Array<Buffer>(1_000).fill(stored)));
    socket.write(live);
  });
  const { broker, warn } = makeBroker();
  broker.connect({ url });
  await until(() => expect(broker.state).toBe("connected"));
  const subscriptions = new Subscriptions<string>(broker, (_topic, payload) => payload.toString());
  cleanups.push(async () => subscriptions.close());
  const heard: string[] = [];
  subscriptions.add(TOPIC, {
    receive: (message) => heard.push(message),
    granted() {},
    unanswered() {},
    refused() {},
  });
  await until(() => expect(heard.at(-1)).toBe("live"));
  expect(heard).toEqual(["stored", "live"]);
  expect(warn).not.toHaveBeenCalled();
});
