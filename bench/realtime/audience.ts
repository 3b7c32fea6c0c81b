// The sockets of one contender. A child process: takes one `Opening` and answers when all are subscribed; then takes a
// number of deliveries to wait for, and answers with a `Received` when they have arrived.

import { WebSocket } from "ws";
import { quantile } from "../figures.ts";

export interface Opening {
  /** `mqtt` speaks MQTT over WebSocket, as Mosquitto does. */
  protocol: "frames" | "mqtt";
  url: string;
  /** One token per user. */
  users: { name: string; token: string }[];
  socketsPerUser: number;
}

export interface Received {
  /** Milliseconds from publication to arrival, of every 16th message. */
  p50: number;
  p99: number;
}

/** Sockets that connect at the same time. */
const CONNECTING = 100;
const SAMPLED = 16;
let received = 0;
let expectedCount = 0;
let times: number[] = [];

function arrived(payload: string): void {
  received++;
  if (received % SAMPLED === 0) times.push(Date.now() - Number(/"at":(\d+)/.exec(payload)?.[1]));
  if (received === expectedCount) report();
}

function report(): void {
  process.send?.({ p50: quantile(times, 0.5), p99: quantile(times, 0.99) } satisfies Received);
  received = 0;
  expectedCount = 0;
  times = [];
}

function openFrames(url: string, { token }: Opening["users"][number]): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { perMessageDeflate: false });
    const send = (frame: object) => socket.send(JSON.stringify(frame));
    socket.on("open", () => send({ type: "authenticate", token }));
    socket.on("message", (data) => {
      const text = String(data);
      if (text.startsWith('{"type":"message"')) arrived(text);
      else if (text.startsWith('{"type":"authenticated"')) send({ type: "subscribe", topic: "notifications" });
      else if (text.startsWith('{"type":"subscribed"')) resolve();
    });
    socket.on("error", reject);
    socket.on("close", (code) => reject(new Error(`socket closed with ${code}`)));
  });
}

/** MQTT 3.1.1, 3.1, 3.8: CONNECT without a client id, then SUBSCRIBE at QoS 0. */
function openMqtt(url: string, { name }: Opening["users"][number]): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, "mqtt", { perMessageDeflate: false });
    const topic = Buffer.from(`${name}/ALL/Frontend/notifications`);
    socket.on("open", () => socket.send(Buffer.from([0x10, 12, 0, 4, 0x4d, 0x51, 0x54, 0x54, 4, 2, 0, 0, 0, 0])));
    socket.on("message", (data: Buffer) => {
      const type = (data[0] ?? 0) >> 4;
      if (type === 2) socket.send(Buffer.from([0x82, topic.length + 5, 0, 1, 0, topic.length, ...topic, 0]));
      else if (type === 9) resolve();
      else if (type === 3) arrived(data.toString("latin1"));
    });
    socket.on("error", reject);
    socket.on("close", (code) => reject(new Error(`socket closed with ${code}`)));
  });
}

process.on("message", async (message: Opening | number) => {
  if (typeof message === "number") {
    expectedCount = message;
    if (received >= expectedCount) report();
    return;
  }
  const open = message.protocol === "mqtt" ? openMqtt : openFrames;
  const remaining = message.users.flatMap((user) => Array.from({ length: message.socketsPerUser }, () => user));
  while (remaining.length > 0)
    await Promise.all(remaining.splice(0, CONNECTING).map((user) => open(message.url, user)));
  process.send?.({ p50: 0, p99: 0 } satisfies Received);
});
