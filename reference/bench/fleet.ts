// `npm run bench:fleet`: what a client of many pivots and an installation of many clients cost the reference API: one
// message, the irrigâmetro, many pages after one change, a report, a change of the soil, an idle minute and a restart.
//
//   npm run bench:fleet -- [--pivots 30] [--tenants 3] [--tenant-pivots 10] [--seed 56] [--board] [--herd] [--replicas] [--all [--quick]]
//
// `--herd` measures many pages after one change, and the board, alone.
// `--replicas` measures one and two API processes beside a worker instead.
// `--all` measures every fleet, the devices and the moving machines one after the other, and ignores the others.

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs, promisify } from "node:util";
import { gzip } from "node:zlib";
import { DAY_MS, HOUR_MS } from "@lamina/shared/core/time";
import { type Client, logIn } from "../../bench/client.ts";
import { line, median, quantile } from "../../bench/figures.ts";
import { type BuiltClient, buildClient, sendProbe } from "./fleet/build.ts";
import { startMeasured } from "./fleet/program.ts";
import { openBoard, soilChange } from "./fleet/soil-change.ts";

const ADMIN = "bench-password";
const PAGES = 50;
const HERDS = [PAGES, 500];
/** What `--all` runs. With `DATABASE_URL` each has a new database on that server, made with `psql`. */
const ALL = [
  ["fleet.ts", "--pivots", "30", "--tenants", "10"],
  ["fleet.ts", "--pivots", "120", "--tenants", "10", "--board"],
  ["fleet.ts", "--pivots", "300", "--tenants", "10"],
  ["fleet.ts", "--pivots", "30", "--tenants", "300", "--tenant-pivots", "10"],
  ["fleet.ts", "--pivots", "30", "--replicas"],
  ["ingestion.ts", "--pivots", "30", "--seconds", "10"],
  ["moving.ts", "--seconds", "60"],
];
/** The options of `--quick`, which shows that all of them run to their end; its figures compare with nothing. */
const QUICK: Readonly<Record<string, string>> = {
  "--pivots": "4",
  "--tenants": "2",
  "--tenant-pivots": "1",
  "--seconds": "3",
};
const MESSAGES = 10;
/** Longer than the interval at which alerts are evaluated. */
const MESSAGE_MS = 2_000;
const ROUNDS = 20;
/** Answers before these, because V8 compiles what has run often. */
const WARM_UP = 20;
const IDLE_MS = 20_000;
/** Longer than the rounds of the minute. */
const IDLE_ROUND_MS = 65_000;

const { values } = parseArgs({
  options: {
    pivots: { type: "string", default: "30" },
    tenants: { type: "string", default: "3" },
    "tenant-pivots": { type: "string", default: "10" },
    seed: { type: "string", default: "56" },
    board: { type: "boolean", default: false },
    herd: { type: "boolean", default: false },
    replicas: { type: "boolean", default: false },
    all: { type: "boolean", default: false },
    quick: { type: "boolean", default: false },
  },
});
if (values.all) {
  const failed: string[] = [];
  for (const [file = "", ...usualOptions] of ALL) {
    const options = values.quick
      ? usualOptions.map((value, index) => QUICK[usualOptions[index - 1] ?? ""] ?? value)
      : usualOptions;
    const name = [file, ...options].join(" ");
    console.log(`\n${name}`);
    withDatabase((env) => {
      const args = [join(import.meta.dirname, file), ...options];
      if (spawnSync(process.execPath, args, { stdio: "inherit", env }).status !== 0) failed.push(name);
    });
  }
  if (failed.length > 0) console.log(`\nnot measured to the end: ${failed.join("; ")}`);
  process.exit(failed.length > 0 ? 1 : 0);
}
const [pivots, tenants, seed] = [Number(values.pivots), Number(values.tenants), Number(values.seed)];

const folder = mkdtempSync(join(tmpdir(), "lamina-fleet-"));
if (values.replicas) {
  const { measureReplicas } = await import("./fleet/replicas.ts");
  await measureReplicas(folder, ADMIN, pivots, seed).finally(() => rmSync(folder, { recursive: true, force: true }));
  process.exit();
}
let api = await startMeasured(folder, ADMIN);
try {
  let client = await logIn(api, "admin", ADMIN, PAGES);
  const fleet = await buildClient(client, "Frota", pivots, seed);
  const others: BuiltClient[] = [];
  for (let index = 1; index <= tenants; index++)
    others.push(await buildClient(client, `Vizinho ${index}`, Number(values["tenant-pivots"]), seed + index));
  await settled(client, [fleet, ...others]);
  const sectors = [fleet, ...others].reduce((sum, { sectorIds }) => sum + sectorIds.length, 0);
  line("fleet", `${pivots} pivots, ${fleet.sectorIds.length} sectors; ${tenants} other clients; ${sectors} sectors`);

  const { clientId } = fleet;
  if (!values.herd) {
    line("idle", await idleMinute());
    line("one message, all consequences", await oneMessage(client, fleet));
    line("irrigâmetro, first opening", await measureEach(client, fleet, () => openBoard(client, clientId)));
    let board = await openBoard(client, clientId);
    const update = async () => (board = await openBoard(client, clientId, board.version));
    line("irrigâmetro, what changed", await measureEach(client, fleet, update));
    const full = () => client.send(`/Irrigameter/GetByClientID?ID=${clientId}`);
    line("full answer, for other programs", await measureEach(client, fleet, full));
    line("largest answers of screens", await largest(client, fleet));
  }
  const pages = await logIn(api, "admin", ADMIN, Math.max(...HERDS));
  for (const count of HERDS) line(`${count} pages after one change`, await herd(pages, fleet, count));
  pages.close();
  if (!values.herd) {
    line("report of 200 days", await reportOfDays(client, clientId));
    line(`soil change, ${fleet.sectorIds.length} sectors`, await soilChange(client, fleet, client, others[0]));
    client.close();
    await api.stop();

    const startedAt = performance.now();
    api = await startMeasured(folder, ADMIN);
    const ready = performance.now() - startedAt;
    client = await logIn(api, "admin", ADMIN, PAGES);
    const screens = [];
    for (const { clientId } of [...others.slice(-1), fleet])
      screens.push(await seconds(() => openBoard(client, clientId)));
    line(
      "restart",
      `ready ${s(ready)}, then the last client's screen ${screens[0] ?? "–"}, the fleet's ${screens.at(-1)}`,
    );
    await wait(IDLE_MS);
    const memory = (await api.memoryMb()).toFixed(0);
    line("  processor time and memory, start and 20 s", `${(await api.cpuSeconds()).toFixed(1)} s, ${memory} MB`);
  }
  if (values.board) {
    const { measureBoard } = await import("./fleet/board.ts");
    await measureBoard(api, fleet.clientId, ADMIN, line);
  }
  client.close();
} finally {
  await api.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Runs a program with a database of its own, where `DATABASE_URL` names a server, and drops it. */
function withDatabase(run: (env: NodeJS.ProcessEnv) => void): void {
  const { DATABASE_URL: server } = process.env;
  if (!server) {
    run(process.env);
    return;
  }
  const name = `lamina_fleet_${process.pid}`;
  const psql = (command: string) =>
    spawnSync("psql", [server, "-qc", `${command} database ${name}`], { stdio: "inherit" });
  if (psql("create").status !== 0) throw new Error(`${name} was not made`);
  run({ ...process.env, DATABASE_URL: Object.assign(new URL(server), { pathname: name }).href });
  psql("drop");
}

/** Waits until all is computed and the alerts of the set-up are raised. */
async function settled(client: Client, built: readonly BuiltClient[]): Promise<void> {
  for (const { clientId } of built) await openBoard(client, clientId);
  let before = Number.POSITIVE_INFINITY;
  for (let share = await idleShare(5_000); share < 0.9 * before && share > 0.02; share = await idleShare(5_000))
    before = share;
}

/** Part of a processor that the API uses by itself. */
async function idleShare(ms = IDLE_MS): Promise<number> {
  const [before, startedAt] = [await api.cpuSeconds(), performance.now()];
  await wait(ms);
  return ((await api.cpuSeconds()) - before) / ((performance.now() - startedAt) / 1000);
}

/** A minute with all its rounds: processor time, the longest time without turning to other work, and memory. */
async function idleMinute(): Promise<string> {
  const [before, startedAt] = [await api.cpuSeconds(), performance.now()];
  await wait(IDLE_ROUND_MS);
  const stall = 1000 * (await api.worstStall());
  const share = ((await api.cpuSeconds()) - before) / ((performance.now() - startedAt) / 1000);
  const memory = (await api.memoryMb()).toFixed(0);
  return `${(100 * share).toFixed(1)} % of a processor, worst stall ${stall.toFixed(0)} ms, ${memory} MB`;
}

/**
 * Processor time of a probe's message and of what follows from it: of windows with a message, and of as many without
 * one, by turns. The lowest of each, because a window may hold a round of the minute, and other programs only add.
 */
async function oneMessage(client: Client, { probes }: BuiltClient): Promise<string> {
  const [without, withOne]: [number[], number[]] = [[], []];
  const window = async (work: () => Promise<void>) => {
    const before = await api.cpuSeconds();
    await work();
    await wait(MESSAGE_MS);
    return ((await api.cpuSeconds()) - before) * 1000;
  };
  for (let index = 0; index < MESSAGES; index++) {
    without.push(await window(async () => {}));
    withOne.push(
      await window(() => sendProbe(client, probes[index % probes.length] ?? "", Date.now() - HOUR_MS + index)),
    );
  }
  const [quiet, busy] = [Math.min(...without), Math.min(...withOne)];
  return `${(busy - quiet).toFixed(1)} ms of processor time (${busy.toFixed(1)} less ${quiet.toFixed(1)}, the lowest of ${MESSAGES} windows)`;
}

/** Answers that no earlier one can be used for, because a reading comes before each. */
async function measureEach(client: Client, { probes }: BuiltClient, ask: () => Promise<unknown>): Promise<string> {
  const times: number[] = [];
  const costs: number[] = [];
  let bytes = 0;
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    await sendProbe(client, probes[(round + WARM_UP) % probes.length] ?? "", Date.now() - HOUR_MS + round);
    await wait(100);
    const [before, startedAt] = [await api.cpuSeconds(), performance.now()];
    const answer = await ask();
    const took = performance.now() - startedAt;
    const cost = 1000 * ((await api.cpuSeconds()) - before);
    if (round < 0) continue;
    times.push(took);
    costs.push(cost);
    bytes = (await promisify(gzip)(JSON.stringify(answer))).byteLength;
  }
  const mean = costs.reduce((sum, cost) => sum + cost, 0) / costs.length;
  return `${mean.toFixed(0)} ms of processor time (median ${median(costs).toFixed(0)}), ${(bytes / 1000).toFixed(1)} kB gzipped, p95 ${quantile(times, 0.95).toFixed(0)} ms`;
}

/** JSON of the three largest answers to what screens ask of a client, before compression. */
async function largest(client: Client, { clientId }: BuiltClient): Promise<string> {
  const paths = ["/Map/GetByClientID?form=board", "/Map/GetHistory", report()].concat(
    ["/SensorSummary", "/Source", "/Season", "/PivotSector", "/Notification"].map((path) => `${path}/GetByClientID`),
  );
  const sizes: { path: string; bytes: number }[] = [];
  for (const path of ["/Irrigameter/GetByClientID?form=board", ...paths]) {
    const answer = await client.send(ofClient(path, clientId));
    sizes.push({ path, bytes: Buffer.byteLength(JSON.stringify(answer)) });
  }
  const sorted = sizes.sort((one, other) => other.bytes - one.bytes).slice(0, 3);
  return sorted.map(({ path, bytes }) => `${(bytes / 1e6).toFixed(2)} MB ${path.split("?")[0]}`).join(", ");
}

/** A path of a client's call. */
function ofClient(path: string, clientId: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}ID=${clientId}`;
}

/** The first page of a report as its screen asks for it, with the totals: how long it takes, and its size. */
async function reportOfDays(client: Client, clientId: string): Promise<string> {
  const startedAt = performance.now();
  const answer = await client.send(ofClient(report(), clientId));
  const took = performance.now() - startedAt;
  return `first page and totals ${s(took)}, ${(Buffer.byteLength(JSON.stringify(answer)) / 1e6).toFixed(2)} MB`;
}

function report(): string {
  return `/Report/IrrigationManager?from=${dayBefore(200)}&to=${dayBefore(1)}&rows=none`;
}

function dayBefore(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
}

async function herd(client: Client, { clientId, probes }: BuiltClient, count: number): Promise<string> {
  const { version } = await openBoard(client, clientId);
  await Promise.all(Array.from({ length: count }, () => client.send(`/Client/GetAll`)));
  await sendProbe(client, probes[0] ?? "", Date.now() - HOUR_MS);
  const [before, computed, startedAt] = [await api.cpuSeconds(), await api.viewsComputed(), performance.now()];
  await Promise.all(Array.from({ length: count }, () => openBoard(client, clientId, version)));
  const last = performance.now() - startedAt;
  const [cpu, after] = [(await api.cpuSeconds()) - before, await api.viewsComputed()];
  const views = after === undefined ? count : after - (computed ?? 0);
  return `${cpu.toFixed(2)} s of processor time, last answer ${s(last)}, ${views} views computed`;
}

async function seconds(work: () => Promise<unknown>): Promise<string> {
  const startedAt = performance.now();
  await work();
  return s(performance.now() - startedAt);
}

function s(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}
