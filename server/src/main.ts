import type { AddressInfo } from "node:net";
import { wrongConfiguration } from "@lamina/shared/core/variables";
import { buildApp } from "./app.ts";
import { type Config, ConfigError, readConfig } from "./config.ts";
import { reasonOf } from "./errors.ts";
import { LogOutput } from "./main-log.ts";
import { releaseStartMemory, tuneCollector } from "./main-memory.ts";
import { summary, whyNotListening } from "./main-messages.ts";
import { terminalReporter } from "./supervisor/terminal.ts";

/** Time for the rest of the shutdown, after the API's time limit: the embedded API closes its database. */
const CLOSE_GRACE_MS = 10_000;
/** Time limit for running requests after a fatal error. */
const FATAL_GRACE_MS = 15_000;

/**
 * Connections that wait to be accepted, as far as the system allows it (`net.core.somaxconn`). Of Node's 511 the further
 * ones of a reconnecting fleet are dropped, and their clients try again after one, three and seven seconds.
 */
const ACCEPT_BACKLOG = 4_096;

/** Reads the configuration, or prints its mistakes without a stack and exits. */
function configuration(): Config {
  try {
    return readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(wrongConfiguration(error.message));
    process.exit(1);
  }
}

const config = configuration();
// A container's log holds only JSON.
const inContainer = process.env.NODE_ENV === "production";
if (!inContainer) for (const warning of config.warnings) console.error(warning);

const url = () => {
  const { port } = app.server.address() as AddressInfo;
  const host = ["127.0.0.1", "0.0.0.0", "::", "::1"].includes(config.host) ? "localhost" : config.host;
  return `${config.tls ? "https" : "http"}://${host}:${port}`;
};
const terminal = terminalReporter(process.stdout, url);
const logOutput = new LogOutput(process.stdout);
process.on("exit", () => logOutput.flushSync());
const app = await buildApp(config, {
  logOutput,
  reload: { read: readConfig },
  reporter: {
    ...terminal,
    refused() {
      terminal.refused();
      void close(1);
    },
  },
});

// The log's reader may disappear (a closed terminal, a restarted collector); the BFF continues to serve, without a log.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", () => {
    app.log.level = "silent";
  });
}

/** Logs at the start why the API cannot be used; the BFF serves without it. */
async function checkApi(): Promise<void> {
  try {
    await app.upstream.check(AbortSignal.timeout(config.upstreamTimeoutMs));
  } catch (error) {
    app.log.error({ upstream: config.upstream?.url, reason: reasonOf(error) }, "the API cannot be used");
  }
}

let closing = false;
async function close(code: number, graceMs = FATAL_GRACE_MS): Promise<void> {
  if (closing) process.exit(1);
  closing = true;
  setTimeout(() => process.exit(1), graceMs + CLOSE_GRACE_MS).unref();
  const cut = await app.drain.finish(graceMs);
  for (const request of cut) app.log.warn(request, "request cut");
  app.log.info({ cut: cut.length }, "ended");
  process.exit(code);
}

/** Shuts down in order: load balancers notice first, then running requests end within the API's time limit. */
async function leave(signal: string): Promise<void> {
  if (app.drain.active) process.exit(1);
  app.log.info({ signal, drainDelayMs: config.drainDelayMs }, "going down: not ready any more");
  await app.drain.begin(config.drainDelayMs);
  await close(0, config.upstreamTimeoutMs);
}
// `npm start` has ended without a signal to its group.
process.on("disconnect", () => void leave("disconnect"));
process.on("SIGINT", (signal) => void leave(signal));
process.on("SIGTERM", (signal) => void leave(signal));
for (const event of ["uncaughtException", "unhandledRejection"] as const) {
  process.on(event, (error: unknown) => {
    app.log.fatal({ err: error }, event);
    void close(1);
  });
}

try {
  await tuneCollector();
  await app.listen({ host: config.host, port: config.port, backlog: ACCEPT_BACKLOG });
  // After it, so that the first connections wait for the pause instead of being refused.
  releaseStartMemory();
  app.log.info(summary(config), "configured as");
  if (inContainer) for (const warning of config.warnings) app.log.warn({ warning }, "unusual configuration");
  if (config.upstream) void checkApi();
} catch (error) {
  console.error(await whyNotListening(error, config));
  await close(1);
}
if (!config.upstream) console.log(`Lâmina opens at ${url()} while the demo API starts.`);
