import type { FastifyInstance } from "fastify";

/** Requests in flight have this long to finish. */
const CLOSE_GRACE_MS = 10_000;

/**
 * Ends each connection with the answer of its request in flight, and after a grace those that are left. Node closes
 * the idle ones by itself, but one that becomes idle after the close began would be waited for until its keep-alive
 * ends.
 */
export function closeGracefully(app: FastifyInstance): void {
  let closing = false;
  app.addHook("preClose", async () => {
    closing = true;
    setTimeout(() => app.server.closeAllConnections(), CLOSE_GRACE_MS).unref();
  });
  app.addHook("onSend", async (_request, reply) => {
    if (closing) reply.header("connection", "close");
  });
}
