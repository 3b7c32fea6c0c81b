import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { DEFAULT_PORT, FALLBACK_PORT } from "./config.ts";

/**
 * Listens on the given port or, without one, on the specification's where this user may bind it, else on the
 * fallback.
 * @returns the port
 */
export async function listen(app: FastifyInstance, host: string, port: number | undefined): Promise<number> {
  try {
    await app.listen({ host, port: port ?? DEFAULT_PORT });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (port !== undefined || (code !== "EACCES" && code !== "EADDRINUSE")) throw error;
    app.log.warn(`port ${DEFAULT_PORT} ${code === "EACCES" ? "needs privileges" : "is taken"}: using ${FALLBACK_PORT}`);
    await app.listen({ host, port: FALLBACK_PORT });
  }
  return (app.server.address() as AddressInfo).port;
}
