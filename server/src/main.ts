import type { AddressInfo } from "node:net";
import { buildApp } from "./app.ts";
import { type Config, ConfigError, readConfig } from "./config.ts";
import { summary, whyNotListening } from "./main-messages.ts";
import { terminalReporter } from "./supervisor/terminal.ts";

/** Beyond the API's own time, what the end of the process may take: the embedded API closes its database. */
const CLOSE_GRACE_MS = 10_000;
/** After a mistake of the program itself requests under way get no longer. */
const FATAL_GRACE_MS = 15_000;

/** The configuration, or the end: its mistakes are for a person, so they come without a stack. */
function configuration(): Config {
  try {
    return readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(`The configuration is wrong, nothing was started:\n${error.message.replace(/^/gm, "  ")}`);
    process.exit(1);
  }
}

const config = configuration();
for (const warning of config.warnings) console.error(warning);

const url = () => {
  const { port } = app.server.address() as AddressInfo;
  const host = ["127.0.0.1", "0.0.0.0", "::", "::1"].includes(config.host) ? "localhost" : config.host;
  return `${config.tls ? "https" : "http"}://${host}:${port}`;
};
const terminal = terminalReporter(process.stdout, url);
const app = await buildApp(config, {
  reload: { read: readConfig },
  reporter: {
    ...terminal,
    refused() {
      terminal.refused();
      void close(1);
    },
  },
});

// The reader of the log may disappear (a closed terminal, a collector that restarts); the BFF serves without it. The logger has to
// know: told to write its last words into a closed pipe, it tries for ever and freezes the process.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", () => {
    app.log.level = "silent";
  });
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

/** Out of service in order: balancers notice first, then what is under way ends in the API's own time. */
async function leave(signal: string): Promise<void> {
  if (app.drain.active) process.exit(1);
  app.log.info({ signal, drainDelayMs: config.drainDelayMs }, "going down: not ready any more");
  await app.drain.begin(config.drainDelayMs);
  await close(0, config.upstreamTimeoutMs);
}
process.on("SIGINT", (signal) => void leave(signal));
process.on("SIGTERM", (signal) => void leave(signal));
for (const event of ["uncaughtException", "unhandledRejection"] as const) {
  process.on(event, (error: unknown) => {
    app.log.fatal({ err: error }, event);
    void close(1);
  });
}

try {
  await app.listen({ host: config.host, port: config.port });
  app.log.info(summary(config), "configured as");
} catch (error) {
  console.error(whyNotListening(error, config));
  await close(1);
}
if (!config.upstream) process.stdout.write(`Lâmina abre em ${url()} enquanto a API de demonstração inicia.\n`);
