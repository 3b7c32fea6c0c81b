import { setTimeout as sleep } from "node:timers/promises";
import { REQUEST_TIMEOUT_MS } from "@lamina/shared/core/limits";
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

/** How often a close checks whether all requests have been answered. */
const POLL_MS = 50;
/** After this time without a running request, connections with an incomplete request are closed. */
const QUIET_MS = 500;

/**
 * Closes each connection after the answer of its request in flight, for which it waits as long as the BFF does, and then
 * all others. Node closes idle connections by itself, but would wait for one whose request is incomplete.
 */
export function closeGracefully(app: FastifyInstance): void {
  let closing = false;
  let running = 0;
  app.decorate("drain", (milliseconds) => {
    closing = true;
    return sleep(milliseconds);
  });
  app.addHook("onRequest", async (_request, reply) => {
    running += 1;
    // Also when the caller disconnects early, which skips onResponse.
    reply.raw.once("close", () => {
      running -= 1;
    });
  });
  app.addHook("preClose", async () => {
    closing = true;
    if (!app.server.listening) return;
    const end = performance.now() + REQUEST_TIMEOUT_MS;
    let quietMs = 0;
    const watch = setInterval(() => {
      quietMs = running > 0 ? 0 : quietMs + POLL_MS;
      if (quietMs >= QUIET_MS || performance.now() > end) app.server.closeAllConnections();
    }, POLL_MS);
    app.server.once("close", () => clearInterval(watch));
  });
  app.addHook("onSend", async (_request, reply) => {
    if (closing) reply.header("connection", "close");
  });
}
