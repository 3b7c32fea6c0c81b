import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { API_FALLBACK_PORT } from "@lamina/shared/core/limits";
import type { FastifyInstance } from "fastify";
import { DEFAULT_PORT } from "./config.ts";
import type { Log } from "./log.ts";

/** The system chooses the port, so that a second product can start on the same machine. */
export const ANY_PORT = 0;

/**
 * Binds the first of the ports that is free and allowed for this user.
 * @throws the error of the last port, or any error that another port would not avoid
 */
export async function bindFirst(
  ports: readonly number[],
  bind: (port: number) => Promise<unknown>,
  log: Pick<Log, "warn">,
): Promise<void> {
  for (const [index, port] of ports.entries()) {
    try {
      await bind(port);
      return;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      const next = ports[index + 1];
      if (next === undefined || (code !== "EACCES" && code !== "EADDRINUSE")) throw error;
      log.warn(`port ${port} ${code === "EACCES" ? "needs privileges" : "is taken"}: using ${next || "any"}`);
    }
  }
}

/**
 * Checks that the ports of the configuration can be bound, before a start that takes long. Ports that are not given, or
 * chosen by the system, are left out.
 * @throws the error of binding
 */
export async function requirePorts(host: string, ports: readonly (number | undefined)[]): Promise<void> {
  for (const port of ports) {
    if (!port) continue;
    const server = createServer().listen(port, host);
    await once(server, "listening");
    server.close();
    await once(server, "close");
  }
}

/**
 * Listens on the given port or, without one, on the specification's if this user may bind it, else on the fallback,
 * else on any.
 * @returns the port
 */
export async function listen(app: FastifyInstance, host: string, port: number | undefined): Promise<number> {
  const ports = port === undefined ? [DEFAULT_PORT, API_FALLBACK_PORT, ANY_PORT] : [port];
  await bindFirst(ports, (choice) => app.listen({ host, port: choice }), app.log);
  return (app.server.address() as AddressInfo).port;
}
