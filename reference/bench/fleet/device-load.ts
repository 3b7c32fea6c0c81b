// A thread that sends messages of devices, so that its own work does not delay the calls that are measured.

import { readFileSync } from "node:fs";
import { Agent, request } from "node:https";
import { setTimeout as wait } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { HOUR_MS } from "@lamina/shared/core/time";
import { deviceTopic } from "@lamina/shared/messages/device-topics";
import { connectAsync, type MqttClient } from "mqtt";

/** The messages of the thread, and for how long it sends them. */
export interface DeviceLoad {
  /** `bulk` sends the messages of `batch` devices in one call. */
  way: "mqtt" | "http" | "bulk";
  api: { url: string; caFile: string; brokerUrl: string };
  token: string;
  devices: readonly { serial: string; secret: string; depths: readonly number[] }[];
  ms: number;
  /** Messages a second, whatever the answers; without it each sender waits for its answer. */
  rate?: number;
  /** Senders that wait for their answers. */
  senders: number;
  batch?: number;
}

/** Results of the messages during the load. */
export interface LoadResult {
  stored: number;
  /** Answered with 429, or with an ended connection. */
  refused: number;
  failed: number;
  seconds: number;
}

const load: DeviceLoad = workerData;
const ca = readFileSync(load.api.caFile);
const result: LoadResult = { stored: 0, refused: 0, failed: 0, seconds: 0 };
const firstAt = Date.now() - HOUR_MS;
let sequence = 0;

/** The next message: of one device after the other, each with a new moment. */
function nextMessage() {
  const device = load.devices[sequence % load.devices.length];
  if (device === undefined) throw new Error("no devices");
  const date = new Date(firstAt + sequence++).toISOString();
  const readings = device.depths.map((depthCm) => ({
    variable: "soilMoist",
    depthCm,
    date,
    value: 25 + (sequence % 97) / 100,
  }));
  return { device, body: { serial: device.serial, readings } };
}

const agent = new Agent({ ca, keepAlive: true, maxSockets: load.senders });
function post(path: string, body: object): Promise<number> {
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${load.token}`, "content-type": "application/json" };
    const sent = request(`${load.api.url}${path}`, { agent, method: "POST", headers }, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer.statusCode ?? 0));
    });
    sent.on("error", () => resolve(0));
    sent.end(JSON.stringify(body));
  });
}

async function sendHttp(): Promise<void> {
  const batch = load.way === "bulk" ? (load.batch ?? 1) : 1;
  const batches = Array.from({ length: batch }, () => nextMessage().body);
  const status =
    load.way === "bulk"
      ? await post("/Reading/InsertMany", { batches })
      : await post("/Reading/Insert", batches[0] ?? {});
  if (status === 200) result.stored += batch;
  else if (status === 429) result.refused++;
  else result.failed++;
  // As `Retry-After` asks, but without its whole second, so that the load stays.
  if (status === 429) await wait(50);
}

const connections = new Map<string, MqttClient>();
async function sendMqtt(): Promise<void> {
  const { device, body } = nextMessage();
  try {
    await connections.get(device.serial)?.publishAsync(deviceTopic(device.serial, "readings"), JSON.stringify(body), {
      qos: 1,
    });
    result.stored++;
  } catch {
    result.refused++;
  }
}

const send = load.way === "mqtt" ? sendMqtt : sendHttp;
if (load.way === "mqtt")
  for (const { serial, secret } of load.devices)
    connections.set(
      serial,
      await connectAsync(load.api.brokerUrl, { ca, username: serial, password: secret, clientId: serial } as object),
    );

parentPort?.postMessage("ready");
const startedAt = performance.now();
const isOver = () => performance.now() - startedAt >= load.ms;
if (load.rate === undefined) {
  const sender = async () => {
    while (!isOver()) await send();
  };
  await Promise.all(Array.from({ length: load.senders }, sender));
} else {
  for (let sent = 0; !isOver(); await wait(5))
    for (; sent < ((performance.now() - startedAt) / 1000) * load.rate; sent++) void send();
}
result.seconds = (performance.now() - startedAt) / 1000;
parentPort?.postMessage(result);
for (const client of connections.values()) client.end(true);
agent.destroy();
process.exit(0);
