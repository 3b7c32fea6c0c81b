import { wrongConfiguration } from "@lamina/shared/core/variables";
import { DOCUMENTED_DEMO_PASSWORD } from "@lamina/shared/messages/runtime-config";
import { CONFIGURATION_EXIT_CODE, type SupervisionMessage } from "@lamina/shared/messages/supervision";
import { administratorFile } from "./app/first-start.ts";
import { brokerPasswordFile } from "./app/open-broker.ts";
import { type RunningApi, start } from "./app/start.ts";
import { type Config, ConfigError, readConfig } from "./core/config.ts";
import { StorageError, storageSentence } from "./core/storage-problem.ts";

try {
  await run();
} catch (error) {
  process.exitCode = error instanceof ConfigError || error instanceof StorageError ? CONFIGURATION_EXIT_CODE : 1;
  if (error instanceof ConfigError) console.error(wrongConfiguration(error.message));
  else console.error(sentenceOf(error));
  disconnect();
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
  const name = String(port) === METRICS_PORT ? "METRICS_PORT" : String(port) === MQTT_PORT ? "MQTT_PORT" : "PORT";
  if (code === "EADDRINUSE") return `Port ${port} is taken: stop what listens there, or set ${name}= to another one.`;
  if (code === "EACCES" && port !== undefined) return `Port ${port} needs privileges: set ${name}= to one above 1023.`;
  if (
    (/^(ENOTFOUND|EAI_AGAIN)$/.test(code ?? "") && hostname === HOST) ||
    (code === "EADDRNOTAVAIL" && syscall === "listen")
  )
    return `HOST is no address of this machine (${HOST}): set HOST=127.0.0.1, or HOST=0.0.0.0 for all of its addresses.`;
  if (error instanceof Error) return error.message;
  // PGlite throws bare error numbers.
  return `The database in DATA_DIR cannot be used (${JSON.stringify(error)}): restore a backup, or name another DATA_DIR.`;
}

async function run(): Promise<void> {
  const config = readConfig();
  const supervised = process.connected;
  const ending = new AbortController();
  const ended = endSignal().then(() => ending.abort());
  const api = await start(config, { progress, signal: ending.signal }).catch((error: unknown) => {
    if (!ending.signal.aborted) throw error;
  });
  // A signal during the start is not a failure.
  if (api === undefined) return disconnect();
  const { log } = api.app;
  log.info(summary(api, config), "configured as");
  // The supervisor prints its own announcement, and a container's log holds only JSON.
  if (supervised) report(readyMessage(api));
  else if (process.env.NODE_ENV !== "production") console.log(announcement(api, config.dataDir));
  await ended;
  log.info({ drainDelayMs: config.drainDelayMs }, "going down");
  await api.app.drain(config.drainDelayMs);
  await api.close();
  log.info("ended");
  disconnect();
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

/** Resolves on a signal, or when the supervisor disconnects; also during the start. */
function endSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "disconnect"]) process.on(signal, () => resolve());
  });
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
    ? `usuários    ${demo.users.join(", ")} (senha: ${demo.password === DOCUMENTED_DEMO_PASSWORD ? demo.password : "DEMO_PASSWORD"}) · dados simulados`
    : `usuário     admin (senha inicial: ADMIN_PASSWORD, ou em ${administratorFile(dataDir)})`;
  return `
API         ${url}
documentos  ${url}/docs
autoridade  ${caFile}
broker      ${broker.url} (usuário ${broker.username}, senha: MQTT_PASSWORD, ou em ${brokerPasswordFile(dataDir)})
${users}
`;
}
