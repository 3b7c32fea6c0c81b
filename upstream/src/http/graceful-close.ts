import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

declare module "fastify" {
  interface FastifyInstance {
    /**
     * Serves for this time, in milliseconds, and asks callers to close their connections, because a request on a
     * connection that the close ends would fail.
     */
    drain: (milliseconds: number) => Promise<void>;
  }
}

/** Time for requests in flight to finish. */
const CLOSE_GRACE_MS = 10_000;

/**
 * Closes each connection after the answer of its request in flight, and all others after a grace time. Node closes idle
 * connections by itself, but would wait for the keep-alive of a connection that becomes idle after the close began.
 */
export function closeGracefully(app: FastifyInstance): void {
  let closing = false;
  app.decorate("drain", (milliseconds) => {
    closing = true;
    return sleep(milliseconds);
  });
  app.addHook("preClose", async () => {
    closing = true;
    setTimeout(() => app.server.closeAllConnections(), CLOSE_GRACE_MS).unref();
  });
  app.addHook("onSend", async (_request, reply) => {
    if (closing) reply.header("connection", "close");
  });
}
