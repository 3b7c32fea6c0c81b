import { once } from "node:events";
import { REQUEST_TIMEOUT_MS } from "@lamina/shared/core/limits";
import { wrongConfiguration } from "@lamina/shared/core/variables";
import { DOCUMENTED_DEMO_PASSWORD } from "@lamina/shared/messages/runtime-config";
import { CONFIGURATION_EXIT_CODE, type SupervisionMessage } from "@lamina/shared/messages/supervision";
import { administratorFile } from "./api/app/first-start.ts";
import { brokerPasswordFile } from "./api/app/open-broker.ts";
import { type RunningApi, start } from "./api/app/start.ts";
import { type Config, ConfigError, readConfig } from "./api/core/config.ts";
import { StorageError, storageSentence } from "./api/core/storage-problem.ts";
import { demo } from "./demo/demo.ts";

/** Time for a start to end after a signal, and for the rest of a shutdown after its requests. */
const START_GRACE_MS = 5_000;
const CLOSE_GRACE_MS = 10_000;

/** npm and the terminal both send the signal of one Ctrl-C. */
const SAME_SIGNAL_MS = 250;

const ending = new AbortController();
let endedAt: number | undefined;
let limit: NodeJS.Timeout | undefined;
for (const signal of ["SIGINT", "SIGTERM", "disconnect"] as const) process.on(signal, () => end(signal));

try {
  await run();
} catch (error) {
  if (error instanceof ConfigError) console.error(wrongConfiguration(error.message));
  else console.error(sentenceOf(error));
  process.exitCode = exitCodeOf(error);
}
disconnect();
// A PGlite that failed leaves timers, which would keep the process alive.
process.exit();

/** The first signal ends what runs, within a limit; the second one ends the process at once. */
function end(signal: "SIGINT" | "SIGTERM" | "disconnect"): void {
  if (endedAt !== undefined) {
    if (signal !== "disconnect" && performance.now() - endedAt > SAME_SIGNAL_MS) process.exit(1);
    return;
  }
  endedAt = performance.now();
  ending.abort();
  // A signal during the start is not a failure.
  limitTo(START_GRACE_MS, 0);
}

/** Ends the process after this time, replacing an earlier limit. */
function limitTo(milliseconds: number, code: number): void {
  clearTimeout(limit);
  limit = setTimeout(() => process.exit(code), milliseconds).unref();
}

/** Its supervisor does not restart what a restart would not help. */
function exitCodeOf(error: unknown): number {
  if (error instanceof ConfigError) return CONFIGURATION_EXIT_CODE;
  const isFinal = error instanceof StorageError || (error as { syscall?: unknown }).syscall === "listen";
  return isFinal && process.connected ? CONFIGURATION_EXIT_CODE : 1;
}

/** The reason of a failed start, as a sentence if it is known. */
function sentenceOf(error: unknown): string {
  const storage = storageSentence(error, process.env.DATA_DIR ?? ".data/upstream");
  if (storage !== undefined) return storage;
  const { code, port, hostname, syscall } = error as {
    code?: string;
    port?: number;
    hostname?: string;
    syscall?: string;
  };
  const { HOST, MQTT_PORT, METRICS_PORT } = process.env;
  // The supervisor reads this program's port from another variable.
  const own = process.connected ? "API_PORT" : "PORT";
  const name = String(port) === METRICS_PORT ? "METRICS_PORT" : String(port) === MQTT_PORT ? "MQTT_PORT" : own;
  if (code === "EADDRINUSE") return `Port ${port} is taken: stop what listens there, or set ${name}= to another one.`;
  if (code === "EACCES" && port !== undefined) return `Port ${port} needs privileges: set ${name}= to one above 1023.`;
  if (
    (/^(ENOTFOUND|EAI_AGAIN)$/.test(code ?? "") && hostname === HOST) ||
    (code === "EADDRNOTAVAIL" && syscall === "listen")
  )
    return `HOST is no address of this machine (${HOST}): set HOST=127.0.0.1, or HOST=0.0.0.0 for all of its addresses.`;
  return error instanceof Error ? error.message : JSON.stringify(error);
}

async function run(): Promise<void> {
  const config = readConfig();
  const supervised = process.connected;
  const api = await start(config, { demo, progress, signal: ending.signal }).catch((error: unknown) => {
    if (!ending.signal.aborted) throw error;
  });
  if (api === undefined) return;
  const { log } = api.app;
  log.info(summary(api, config), "configured as");
  // The supervisor prints its own announcement, and a container's log holds only JSON.
  if (supervised) report(readyMessage(api));
  else if (process.env.NODE_ENV !== "production") console.log(announcement(api, config.dataDir));
  if (!ending.signal.aborted) await once(ending.signal, "abort");
  limitTo(config.drainDelayMs + REQUEST_TIMEOUT_MS + CLOSE_GRACE_MS, 1);
  log.info({ drainDelayMs: config.drainDelayMs }, "going down");
  await api.app.drain(config.drainDelayMs);
  await api.close();
  log.info("ended");
}

function disconnect(): void {
  if (process.connected) process.disconnect();
}

/** Sends a message to the supervisor, which may have ended. */
function report(message: SupervisionMessage): void {
  // Without a callback, an error because the supervisor just ended would end this process.
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
}

function progress(step: string, done: number, total: number): void {
  report({ type: "progress", step, done, total });
}

function readyMessage({ url, caFile, broker, demo }: RunningApi): SupervisionMessage {
  const { url: brokerUrl, username, password } = broker;
  return { type: "ready", url, caFile, broker: { url: brokerUrl, username, password }, demo };
}

/** The configuration in one line of the log, without secrets. */
function summary({ url, caFile, broker, demo, metricsPort }: RunningApi, config: Config): object {
  return {
    url,
    authority: caFile,
    database: config.databaseServer ? "PostgreSQL" : "PGlite",
    dataDir: config.dataDir,
    broker: broker.url,
    brokerUser: broker.username,
    demoUsers: demo?.users ?? [],
    metricsPort,
    traces: config.tracesEndpoint ?? "none",
  };
}

function announcement({ url, caFile, broker, demo }: RunningApi, dataDir: string): string {
  const users = demo
    ? `users       ${demo.users.join(", ")} (password: ${demo.password === DOCUMENTED_DEMO_PASSWORD ? demo.password : "DEMO_PASSWORD"}) · simulated data`
    : `user        admin (first password: ADMIN_PASSWORD, or in ${administratorFile(dataDir)})`;
  return `
API         ${url}
documents   ${url}/docs
authority   ${caFile}
broker      ${broker.url} (user ${broker.username}, password: MQTT_PASSWORD, or in ${brokerPasswordFile(dataDir)})
${users}
`;
}
