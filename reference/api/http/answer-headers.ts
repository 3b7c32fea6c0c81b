import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance } from "fastify";

/** A caller's id is used only when it is plain, like the BFF's, so that logs contain no other text. */
const PLAIN_ID = /^[\w.-]{1,64}$/;
/** W3C Trace Context, version 00. */
const TRACE_PARENT = /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The id of a request: its caller's `x-request-id`, else a new one. */
export function requestId({ headers }: { headers: IncomingHttpHeaders }): string {
  const header = headers["x-request-id"];
  return typeof header === "string" && PLAIN_ID.test(header) ? header : randomUUID();
}

/** The trace of a request, if its caller sent one. */
export function traceId({ headers }: { headers: IncomingHttpHeaders }): string | undefined {
  const header = headers.traceparent;
  return typeof header === "string" ? TRACE_PARENT.exec(header)?.[1] : undefined;
}

/** Adds the request's id to every answer, as in logs and problems. */
export function answerRequestId(app: FastifyInstance): void {
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id);
  });
}

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
