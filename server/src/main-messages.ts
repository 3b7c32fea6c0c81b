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
export function whyNotListening(error: unknown, { host, port, metricsPort }: Config): string {
  const { code, port: taken, message } = error as NodeJS.ErrnoException & { port?: number };
  const [name, wanted] = taken !== undefined && taken === metricsPort ? ["METRICS_PORT", taken] : ["PORT", port];
  const remedy: Readonly<Record<string, string>> = {
    EADDRINUSE: `the port is taken: choose another one, as ${name}=${wanted + 1}`,
    EACCES: `this user may not take the port: choose one above 1023, as ${name}=8080`,
    EADDRNOTAVAIL: "HOST is no address of this machine: set HOST=127.0.0.1, or HOST=0.0.0.0 for all of its addresses",
    ENOTFOUND: "HOST is a name that cannot be found: set HOST=127.0.0.1, or HOST=0.0.0.0 for all addresses",
  };
  return `Cannot listen on ${host}:${wanted}: ${remedy[code ?? ""] ?? message}`;
}
