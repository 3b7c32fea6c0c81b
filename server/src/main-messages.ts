import { once } from "node:events";
import { createServer } from "node:net";
import type { Config } from "./config.ts";

/** The configuration as one line of the log: addresses without credentials, no secrets. */
export function summary(config: Config): Record<string, unknown> {
  const { upstream, broker, cache, tokenProof, trustProxy, drainDelayMs, upstreamTimeoutMs, metricsPort } = config;
  return {
    upstream: upstream?.url ?? "embedded",
    broker: broker?.url ?? (upstream ? "none" : "embedded"),
    valkey: cache.valkeyUrl === undefined ? "none" : new URL(cache.valkeyUrl).host,
    tokensProvedBy: tokenProof.by,
    tls: config.tls !== undefined,
    ...{ cacheTtlMs: cache.ttlMs, upstreamTimeoutMs, drainDelayMs, trustProxy, metricsPort },
  };
}

/** The reason why the program cannot listen, with the variable to change. */
export async function whyNotListening(
  error: unknown,
  { host, port, metricsPort }: Pick<Config, "host" | "port" | "metricsPort">,
): Promise<string> {
  const { code, port: taken, message } = error as NodeJS.ErrnoException & { port?: number };
  const [name, requestedPort] = taken !== undefined && taken === metricsPort ? ["METRICS_PORT", taken] : ["PORT", port];
  const unknown = () => "HOST is a name that cannot be found: set HOST=127.0.0.1, or HOST=0.0.0.0 for all addresses";
  const remedy: Readonly<Record<string, () => string | Promise<string>>> = {
    EADDRINUSE: async () =>
      `the port is taken: choose another one, as ${name}=${await freePort(host, requestedPort + 1, [port, metricsPort])}`,
    EACCES: () => `this user may not take the port: choose one above 1023, as ${name}=8080`,
    EADDRNOTAVAIL: () =>
      "HOST is no address of this machine: set HOST=127.0.0.1, or HOST=0.0.0.0 for all of its addresses",
    ENOTFOUND: unknown,
    // Without a name server.
    EAI_AGAIN: unknown,
  };
  return `Cannot listen on ${host}:${requestedPort}: ${(await remedy[code ?? ""]?.()) ?? message}`;
}

/** The first free port from the given one on, without those of the configuration; 0, for any, when there is none. */
async function freePort(host: string, from: number, configured: readonly (number | undefined)[]): Promise<number> {
  for (let port = from; port <= 65_535; port++) {
    if (!configured.includes(port) && (await isFree(host, port))) return port;
  }
  return 0;
}

async function isFree(host: string, port: number): Promise<boolean> {
  const server = createServer().listen(port, host);
  try {
    await once(server, "listening");
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
