// `npm run bench:fleet -- --replicas`: calls that one API process answers, and two of them, beside a worker on one
// PostgreSQL (`DATABASE_URL`), with the processor time of each process. Each API process gets a part of one processor, as
// a small machine of its own, so that the processes, PostgreSQL and the callers do not take it from each other; where the
// system does not allow that, only the processor time of a call shows what a second machine brings. Then, without limits,
// another client's screen at one process while the other one shows a change of the soil of all sectors.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Client, logIn } from "../../../bench/client.ts";
import { line, median, spread } from "../../../bench/figures.ts";
import { localCertificate } from "../../../e2e/product/certificate.ts";
import { mosquittoFile, startMosquitto } from "../../../e2e/product/mosquitto.ts";
import { buildClient } from "./build.ts";
import { limitProcessor } from "./processor-share.ts";
import { type MeasuredApi, startMeasured } from "./program.ts";
import { openBoard, soilChange } from "./soil-change.ts";

/** Calls under way at each process. */
const CALLERS = 16;
const WARM_UP_MS = 3_000;
const MEASURED_MS = 6_000;
/** Of one and of two processes, by turns. */
const ROUNDS = 4;
/** Part of a processor of each API process: two, PostgreSQL, the worker and the callers have room on two processors. */
const SHARE = 0.25;
const TICKS_PER_SECOND = 100;
/** Reads of a client's records, which the API asks the database for each time. */
const PATHS = ["/PivotSector", "/Season", "/Pivot", "/Device"].map((path) => `${path}/GetByClientID`);

export async function measureReplicas(folder: string, admin: string, pivots: number, seed: number): Promise<void> {
  const { DATABASE_URL: server } = process.env;
  if (server === undefined || mosquittoFile === undefined) {
    line("replicas", "not measured: they need DATABASE_URL of a PostgreSQL, and Mosquitto");
    return;
  }
  await using started = new AsyncDisposableStack();
  const mosquitto = started.use(await startMosquitto(mosquittoFile));
  const { authority, cert, key } = await localCertificate();
  const files = { authority, cert, key, secret: "k".repeat(32), password: mosquitto.broker.password };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const common = {
    SECRET_KEY_FILE: join(folder, "secret"),
    TLS_CERT_FILE: join(folder, "cert"),
    TLS_KEY_FILE: join(folder, "key"),
    MQTT_URL: mosquitto.broker.url,
    MQTT_USERNAME: mosquitto.broker.username,
    MQTT_PASSWORD_FILE: join(folder, "password"),
    MQTT_CA_FILE: mosquitto.caFile,
  };
  async function start(name: string, ROLE: string): Promise<MeasuredApi> {
    const measured = await startMeasured(join(folder, name), admin, { ...common, ROLE });
    started.defer(measured.stop);
    return { ...measured, caFile: join(folder, "authority") };
  }

  const replicas = [await start("api-1", "api"), await start("api-2", "api")];
  const worker = await start("worker", "worker");
  const [first, second] = replicas;
  if (first === undefined || second === undefined) throw new Error("no API");
  const builder = await logIn(first, "admin", admin, CALLERS);
  const fleet = await buildClient(builder, "Frota", pivots, seed);
  const { clientId } = fleet;
  const other = await buildClient(builder, "Vizinho", 10, seed + 1);
  for (const { clientId: id } of [fleet, other]) await openBoard(builder, id);

  const limits = replicas.map(({ pid = 0 }) => limitProcessor(pid, SHARE));
  const share = limits.every((limit) => limit !== undefined) ? `${SHARE} of a processor each` : "no limit possible";
  const [one, two]: [Called[], Called[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    one.push(await callAll([first], worker, { admin, clientId, server }));
    two.push(await callAll(replicas, worker, { admin, clientId, server }));
  }
  for (const limit of limits) limit?.[Symbol.dispose]();
  for (const [name, rounds] of Object.entries({ "one API process": one, "two API processes": two }))
    line(
      name,
      `${median(rounds.map(({ rate }) => rate)).toFixed(0)} (${spread(
        rounds.map(({ rate }) => rate),
        0,
      )}) calls/s, ${share}; ms of processor time a call: ${rounds.at(-1)?.shares}`,
    );
  const ratios = (of: "rate" | "apiMs") => two.map((round, index) => round[of] / (one[index]?.[of] ?? Number.NaN));
  line(
    "two for one",
    `${median(ratios("rate")).toFixed(2)} (${spread(ratios("rate"), 2)}) × the calls, ${median(ratios("apiMs")).toFixed(2)} × the API's processor time of a call`,
  );

  const neighbour = await logIn(second, "admin", admin);
  line(
    `soil change of ${fleet.sectorIds.length} sectors at one process, another client at the other`,
    await soilChange(builder, fleet, neighbour, other),
  );
  neighbour.close();
  builder.close();
}

/** Calls of one or more processes for a while. */
interface Called {
  rate: number;
  apiMs: number;
  shares: string;
}

interface Given {
  admin: string;
  clientId: string;
  server: string;
}

/** Calls of all kinds at each process for a while. */
async function callAll(
  replicas: readonly MeasuredApi[],
  worker: MeasuredApi,
  { admin, clientId, server }: Given,
): Promise<Called> {
  const clients = await Promise.all(replicas.map((api) => logIn(api, "admin", admin, CALLERS)));
  let [calls, isOver] = [0, false];
  const call = async (client: Client, index: number) => {
    for (let turn = index; !isOver; turn++) {
      await client.send(`${PATHS[turn % PATHS.length]}?ID=${clientId}`);
      calls++;
    }
  };
  const under = clients.flatMap((client) => Array.from({ length: CALLERS }, (_, index) => call(client, index)));
  await new Promise((resolve) => setTimeout(resolve, WARM_UP_MS));
  const used = async () => ({
    apis: (await Promise.all(replicas.map((api) => api.cpuSeconds()))).reduce((sum, seconds) => sum + seconds),
    worker: await worker.cpuSeconds(),
    PostgreSQL: backendSeconds(new URL(server).pathname.slice(1)),
    callers: process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6,
  });
  const [before, callsBefore, startedAt] = [await used(), calls, performance.now()];
  await new Promise((resolve) => setTimeout(resolve, MEASURED_MS));
  const [after, count] = [await used(), calls - callsBefore];
  const rate = count / ((performance.now() - startedAt) / 1000);
  isOver = true;
  await Promise.all(under);
  for (const client of clients) client.close();
  const names = Object.keys(before) as (keyof typeof before)[];
  const ms = (name: (typeof names)[number]) => (1000 * (after[name] - before[name])) / count;
  return { rate, apiMs: ms("apis"), shares: names.map((name) => `${name} ${ms(name).toFixed(2)}`).join(", ") };
}

/** Processor time of the connections to a database that are open, s; NaN where the system does not tell. */
function backendSeconds(database: string): number {
  const processIds = readdirSync("/proc").filter((id) => /^\d+$/.test(id) && isBackend(id, database));
  return processIds.reduce((sum, id) => sum + ticksOf(id), 0) / TICKS_PER_SECOND;
}

/** PostgreSQL shows the user and the database of a connection in the name of its process. */
function isBackend(id: string, database: string): boolean {
  try {
    const name = readFileSync(`/proc/${id}/cmdline`, "utf8");
    return name.startsWith("postgres:") && name.split(" ").includes(database);
  } catch {
    return false;
  }
}

function ticksOf(id: string): number {
  try {
    const fields = readFileSync(`/proc/${id}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return Number(fields[11]) + Number(fields[12]);
  } catch {
    return 0;
  }
}
