// `npm run bench:ingestion`: how many messages of devices the reference API stores, by MQTT, by HTTP and in bulk, and how
// long people wait for it while devices send three times as much.
//
//   npm run bench:ingestion -- [--pivots 30] [--seconds 10] [--only mqtt]     DATABASE_URL for PostgreSQL

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { TelemetryCounts } from "@lamina/shared/records/readings";
import { DeviceSecret } from "@lamina/shared/records/telemetry";
import { type Client, logIn } from "../../bench/client.ts";
import { line, quantile } from "../../bench/figures.ts";
import { buildClient } from "./fleet/build.ts";
import type { DeviceLoad, LoadResult } from "./fleet/device-load.ts";
import { startMeasured } from "./fleet/program.ts";

const ADMIN = "bench-password";
const DEPTHS = [10, 30, 50];
const OVERLOAD = 3;
const BULK_BATCH = 200;
const PING_EVERY_MS = 50;

const { values } = parseArgs({
  options: {
    pivots: { type: "string", default: "30" },
    seconds: { type: "string", default: "10" },
    only: { type: "string" },
  },
});
const ms = Number(values.seconds) * 1000;

const folder = mkdtempSync(join(tmpdir(), "lamina-ingestion-"));
const api = await startMeasured(folder, ADMIN);
try {
  const client = await logIn(api, "admin", ADMIN, 4);
  const { clientId, probes } = await buildClient(client, "Frota", Number(values.pivots), 56);
  const records = (await client.send(`/Device/GetByClientID?ID=${clientId}`)) as { _id: string; serial: string }[];
  const devices: DeviceLoad["devices"][number][] = [];
  for (const { _id, serial } of records.filter((device) => probes.includes(device.serial))) {
    const { secret } = DeviceSecret.parse(await client.send("/Device/RotateSecret", { _id }));
    devices.push({ serial, secret, depths: DEPTHS });
  }
  const address = { url: api.url, caFile: api.caFile, brokerUrl: api.broker.url };
  const options = { api: address, token: client.token, devices, ms };
  await client.send(`/Irrigameter/GetByClientID?ID=${clientId}`);
  await wait(5_000);

  line("quiet", await pings(wait(ms)));
  for (const [way, senders] of [
    ["mqtt", 400],
    ["http", 64],
    ["bulk", 4],
  ] as const) {
    if (values.only && values.only !== way) continue;
    const before = await api.cpuSeconds();
    const load = await run({ ...options, way, senders, batch: BULK_BATCH });
    await emptied(client);
    const each = ((await api.cpuSeconds()) - before) / load.stored;
    const rate = load.stored / load.seconds;
    line(
      way,
      `${rate.toFixed(0)} messages/s, ${(rate * DEPTHS.length).toFixed(0)} readings/s, ${(1000 * each).toFixed(2)} ms of processor time each; ${refusals(load)}`,
    );
    // An overload of large bodies is one of `http` in other words.
    if (way === "bulk") continue;
    let over: LoadResult | undefined;
    const pingLine = await pings(
      run({ ...options, way, senders: 256, rate: OVERLOAD * rate }).then((result) => {
        over = result;
      }),
    );
    line(`${way}, ${OVERLOAD} times as much`, `${pingLine}; ${over && refusals(over)}`);
    await emptied(client);
  }
  client.close();
} finally {
  await api.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Waits until the queue is empty. */
async function emptied(client: Client): Promise<void> {
  for (;;) {
    await wait(2_000);
    if (TelemetryCounts.parse(await client.send("/Telemetry/GetCounts")).waiting === 0) return;
  }
}

function refusals({ stored, refused, failed }: LoadResult): string {
  return `${stored} stored, ${refused} refused, ${failed} failed`;
}

/** Sends messages from a thread. */
function run(workerData: DeviceLoad): Promise<LoadResult> {
  const worker = new Worker(new URL("./fleet/device-load.ts", import.meta.url), { workerData });
  return new Promise((resolve, reject) => {
    worker.on("error", reject);
    worker.on("message", (message: LoadResult | "ready") => {
      if (message !== "ready") resolve(message);
    });
  });
}

/** The times of a person's call and of the health call, one after the other, during some work. */
async function pings(work: Promise<unknown>): Promise<string> {
  const person = await logIn(api, "admin", ADMIN, 1);
  let isOver = false;
  void work.finally(() => {
    isOver = true;
  });
  const times = { call: [] as number[], health: [] as number[] };
  while (!isOver) {
    for (const [name, path] of [
      ["call", "/Client/GetAll"],
      ["health", "/healthz"],
    ] as const) {
      const startedAt = performance.now();
      await person.send(path);
      times[name].push(performance.now() - startedAt);
    }
    await wait(PING_EVERY_MS);
  }
  await work;
  person.close();
  return `a person's call ${quantiles(times.call)}, health ${quantiles(times.health)}`;
}

function quantiles(times: readonly number[]): string {
  const of = (share: number) => quantile(times, share).toFixed(0);
  return `p50 ${of(0.5)}, p95 ${of(0.95)}, worst ${of(1)} ms`;
}
