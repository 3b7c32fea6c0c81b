// `npm run bench:bff`: the BFF beside other servers. Servers run on one core, load and API on the others; contenders
// take turns, and ratios compare the same round. `-- --quick` for a first look, `--rounds 5 --seconds 1` for about ten
// minutes, `--only text` for some lines, `--before file` for the main.ts of another version of the BFF, `--sources` for
// the BFF from its sources.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { writeCertificate } from "./bff/certificate.ts";
import type { Load, Loaded } from "./bff/load.ts";
import {
  type Api,
  bundleBff,
  type Contender,
  cpuNs,
  residentMb,
  startBff,
  startLoad,
  startNginx,
  startPeer,
  startPrinting,
  startVarnish,
} from "./bff/programs.ts";
import { SIZES, sample } from "./bff/samples.ts";
import { coldLoad, growthLoad, type Workload, workloads } from "./bff/workloads.ts";
import { machine, median, spread } from "./figures.ts";

const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string", default: "" },
    before: { type: "string" },
    sources: { type: "boolean", default: false },
    rounds: { type: "string" },
    seconds: { type: "string" },
  },
});
const ROUNDS = Number(options.rounds ?? (options.quick ? 3 : 7));
const ROUND_MS = Number(options.seconds ?? (options.quick ? 1 : 2)) * 1_000;
/** Requests, or maximum time, that suffice for V8 to compile the request path. */
const WARM_UP = { requests: options.quick ? 4_000 : 10_000, ms: 10_000 };
/** Peers that forward, and their names in `peers.ts`. */
const FORWARDING_PEERS = {
  "@fastify/http-proxy": "proxy",
  "node:http + undici.stream": "stream",
  "same duties": "duties",
};
/** Until a started BFF has given back the memory of its start. */
const SETTLED_MS = 7_000;
const SOURCES = fileURLToPath(new URL("../server/src/main.ts", import.meta.url));

const folder = mkdtempSync(join(tmpdir(), "lamina-bench-bff-"));
const { certFile: caFile, keyFile } = await writeCertificate(folder);

const { main: MAIN, env: IMAGE } = options.sources ? { main: SOURCES, env: {} } : bundleBff(folder);
/** Longer than a run, so that entries do not expire during it. */
const KEPT = { ...IMAGE, CACHE_TTL_MS: "3600000" };
const { port: apiPort } = await startPrinting("load", "api.ts", [caFile, keyFile]);
const api: Api = { url: `https://127.0.0.1:${apiPort}`, caFile };
const generator = startLoad("load.ts");
const contenders = new Map<string, Contender>();
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
console.log(machine());
await startAll();
for (const workload of workloads.filter(({ name }) => name.includes(options.only))) await measure(workload);
const loaded = contenders.get("BFF");
if (loaded) console.log(`\nmemory of the BFF after the load: ${residentMb(loaded.pid)} MB`);
if ("cold start".includes(options.only)) await measureColdStart();
if ("growth".includes(options.only)) await measureGrowth();
// Ends the other programs.
process.exit();

async function startAll(): Promise<void> {
  const add = <Started extends Contender | undefined>(contender: Started): Started => {
    if (contender) contenders.set(contender.name, contender);
    return contender;
  };
  const ready = add(await startPeer("node:http", "ready", api));
  add(await startBff("BFF", MAIN, api, folder, KEPT));
  if (options.before !== undefined) add(await startBff("BFF before", options.before, api, folder, KEPT));
  add(await startPeer("fastify + lru-cache", "lru", api));
  for (const [name, peer] of Object.entries(FORWARDING_PEERS)) add(await startPeer(name, peer, api));
  add(await startNginx(api, folder));
  add(await startVarnish(ready.port, folder));
}

interface Figures {
  rate: number;
  cpuUs: number;
  p50: number;
  p99: number;
}

async function measure(workload: Workload): Promise<void> {
  const names = workload.contenders.filter((name) => contenders.has(name));
  const rounds = new Map<string, Figures[]>(names.map((name) => [name, []]));
  const loads = new Map<string, Load>();
  for (const name of names) {
    const port = contenders.get(name)?.port ?? 0;
    const load = { ...workload.load(name, await check(workload, name, port)), port, durationMs: WARM_UP.ms };
    loads.set(name, load);
    // The requests of clients that leave are counted from zero.
    if (load.leaving) await run({ ...load, durationMs: ROUND_MS });
    else await run({ ...load, limit: Math.ceil(WARM_UP.requests / load.connections) });
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(round + turn) % names.length] ?? "";
      const load = loads.get(name);
      if (load)
        rounds.get(name)?.push(await figures(contenders.get(name)?.pid ?? 0, { ...load, durationMs: ROUND_MS }));
    }
  }
  report(workload, rounds);
}

/** Fetches each path once and compares the body with the API's. Returns the ETag. */
async function check(workload: Workload, name: string, port: number): Promise<string> {
  const { requests } = workload.load(name, '"none"');
  const size = SIZES.find((kilobytes) => requests[0]?.path.includes(`Get${kilobytes}?`));
  if (size === undefined) throw new Error(`no size in ${requests[0]?.path}`);
  const truth = sample(size);
  let etag = '"none"';
  for (const { path, headers } of requests) {
    const response = await raw(port, path.replace("{n}", "check"), headers);
    if (!response.body.equals(truth)) throw new Error(`${name} answers ${path} with another body`);
    etag = response.etag ?? etag;
  }
  return etag;
}

async function raw(port: number, path: string, headers: Record<string, string>) {
  const { request } = await import("undici");
  const { "if-none-match": _condition, ...rest } = headers;
  const response = await request(`http://127.0.0.1:${port}${path}`, { headers: rest });
  const bytes = Buffer.from(await response.body.arrayBuffer());
  const encoding = response.headers["content-encoding"];
  const body = encoding === "br" ? brotliDecompressSync(bytes) : encoding === "gzip" ? gunzipSync(bytes) : bytes;
  return { body, etag: response.headers.etag as string | undefined };
}

async function figures(pid: number, load: Load): Promise<Figures> {
  const before = cpuNs(pid);
  const { requests, wrong, seconds, p50, p99 } = await run(load);
  if (wrong > 0) console.error(`${wrong} of ${requests} answers of process ${pid} are wrong`);
  return { rate: requests / seconds, cpuUs: (cpuNs(pid) - before) / 1000 / requests, p50, p99 };
}

function run(load: Load): Promise<Loaded> {
  return new Promise((resolve) => {
    generator.once("message", (loaded) => resolve(loaded as Loaded));
    generator.send(load);
  });
}

function report({ name, reference }: Workload, rounds: Map<string, Figures[]>): void {
  console.log(`\n${name}`);
  const references = rounds.get(reference) ?? [];
  for (const [contender, list] of rounds) {
    const rates = list.map(({ rate }) => rate);
    const ratio = median(list.map(({ rate }, round) => rate / (references[round]?.rate ?? rate)));
    const cpuRatio = median(list.map(({ cpuUs }, round) => cpuUs / (references[round]?.cpuUs ?? cpuUs)));
    const cells = [
      contender.padEnd(26),
      `${Math.round(median(rates))}/s (${spread(rates, 0)})`.padEnd(26),
      `rate × ${ratio.toFixed(2)}`.padEnd(13),
      `${median(list.map(({ cpuUs }) => cpuUs)).toFixed(1)} µs CPU × ${cpuRatio.toFixed(2)}`.padEnd(24),
      `p50 ${median(list.map(({ p50 }) => p50)).toFixed(2)} ms, p99 ${median(list.map(({ p99 }) => p99)).toFixed(2)} ms`,
    ];
    console.log(cells.join(" "));
  }
}

/** Measures processes that have just started to listen, with 64 clients at once, and an idle BFF. */
async function measureColdStart(): Promise<void> {
  const coldP99 = async (start: () => Promise<Contender>) => {
    const found: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      using contender = await start();
      // Lets it settle, as between its start and a load balancer's first probe.
      await new Promise((resolve) => setTimeout(resolve, 500));
      found.push((await run({ ...coldLoad(20), port: contender.port, durationMs: 10_000 })).p99);
    }
    return `64 clients at once p99 ${median(found).toFixed(0)} ms`;
  };
  console.log();
  const mains = { BFF: MAIN, ...(options.before !== undefined && { "BFF before": options.before }) };
  for (const [name, main] of Object.entries(mains)) {
    const started: number[] = [];
    const cold = await coldP99(async () => {
      const bff = await startBff(`cold ${name}`, main, api, folder, IMAGE);
      started.push(bff.startedMs);
      return bff;
    });
    using alone = await startBff(`idle ${name}`, main, api, folder, IMAGE);
    await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
    const idle = residentMb(alone.pid);
    console.log(`${name}: start to first answer ${median(started).toFixed(0)} ms, idle ${idle} MB, ${cold}`);
  }
  for (const [name, peer] of Object.entries(FORWARDING_PEERS)) {
    console.log(`${name}: ${await coldP99(() => startPeer(name, peer, api))}`);
  }
}

/** Measures a hit among more and more stored responses, each requested in turn, beside a `Map` of as many. */
async function measureGrowth(): Promise<void> {
  console.log("\nhit of 1 KB by the number of stored responses");
  const room = { ...KEPT, CACHE_MAX_BYTES: String(2 ** 30) };
  for (const entries of [100, 1_000, 10_000, 100_000]) {
    const load = growthLoad(entries);
    const started = [
      await startBff("BFF", MAIN, api, folder, room),
      await startPeer("node:http + Map", "map", api, load.requests.length),
    ];
    // Each connection begins elsewhere, so together they request every response; the fast lane has it from its first hit.
    const limit = 2 * Math.ceil(entries / load.connections);
    for (const { port } of started) await run({ ...load, port, durationMs: 120_000, limit });
    const found = started.map((): number[] => []);
    for (let round = -1; round < ROUNDS; round++) {
      for (const [index, { pid, port }] of started.entries()) {
        const { cpuUs } = await figures(pid, { ...load, port, durationMs: ROUND_MS });
        if (round >= 0) found[index]?.push(cpuUs);
      }
    }
    const cells = started.map(
      ({ name, pid }, index) => `${name} ${median(found[index] ?? []).toFixed(1)} µs CPU, ${residentMb(pid)} MB`,
    );
    console.log(`${entries} responses: ${cells.join("; ")}`);
    for (const one of started) one[Symbol.dispose]();
  }
}
