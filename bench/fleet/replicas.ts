// `npm run bench:fleet -- --replicas`: calls that one API process answers, and two of them, beside a worker on one
// PostgreSQL (`DATABASE_URL`), with the processor time of each process. Where all of them share the processors of one
// machine the rate cannot show what a second machine brings: the processor time of a call can.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { localCertificate } from "../../e2e/product/certificate.ts";
import { mosquittoFile, startMosquitto } from "../../e2e/product/mosquitto.ts";
import { type Client, logIn } from "../client.ts";
import { line } from "../figures.ts";
import { buildClient } from "./build.ts";
import { type MeasuredApi, startMeasured } from "./program.ts";

/** Calls under way at each process. */
const CALLERS = 16;
const WARM_UP_MS = 3_000;
const MEASURED_MS = 15_000;
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
    const own = await startMeasured(join(folder, name), admin, { ...common, ROLE });
    started.defer(own.stop);
    return { ...own, caFile: join(folder, "authority") };
  }

  const replicas = [await start("api-1", "api")];
  const worker = await start("worker", "worker");
  const [first] = replicas;
  if (first === undefined) throw new Error("no API");
  const builder = await logIn(first, "admin", admin, CALLERS);
  const { clientId } = await buildClient(builder, "Frota", pivots, seed);
  await builder.send(`/Irrigameter/GetByClientID?ID=${clientId}&form=board`);
  builder.close();
  const one = await callAll(replicas, worker, { admin, clientId, server });
  replicas.push(await start("api-2", "api"));
  const two = await callAll(replicas, worker, { admin, clientId, server });
  for (const [name, { rate, shares }] of Object.entries({ "one API process": one, "two API processes": two }))
    line(name, `${rate.toFixed(0)} calls/s; ms of processor time a call: ${shares}`);
  line(
    "two for one",
    `${(two.rate / one.rate).toFixed(2)} × the calls, ${(two.apiMs / one.apiMs).toFixed(2)} × the API's processor time of a call`,
  );
}

interface Given {
  admin: string;
  clientId: string;
  server: string;
}

/** Calls of all kinds at each process for a while. */
async function callAll(replicas: readonly MeasuredApi[], worker: MeasuredApi, { admin, clientId, server }: Given) {
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
    apis: (await Promise.all(replicas.map((api) => api.cpuSeconds()))).reduce((sum, own) => sum + own),
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
  const own = readdirSync("/proc").filter((id) => /^\d+$/.test(id) && isBackend(id, database));
  return own.reduce((sum, id) => sum + ticksOf(id), 0) / TICKS_PER_SECOND;
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
