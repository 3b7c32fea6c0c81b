import type { FastifyInstance } from "fastify";

/**
 * Headers of every answer, errors included: a browser guesses no type, and no cache gives one caller's answer to another.
 * What a person reads may be stored by its BFF, for that person's token alone; anything else by no cache.
 */
export function protectAnswers(app: FastifyInstance): void {
  app.addHook("onSend", async ({ method }, reply) => {
    reply.header("x-content-type-options", "nosniff");
    if (reply.hasHeader("cache-control")) return;
    const isRead = method === "GET" && reply.statusCode < 400;
    reply.header("cache-control", isRead ? "private, no-cache" : "no-store");
  });
}
