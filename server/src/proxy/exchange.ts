import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { pathBelow, pathOf } from "./safe-path.ts";

/** One call under `/api` on its way. */
export interface Exchange {
  request: FastifyRequest;
  /** Path and query below the prefix, exactly as sent. */
  target: string;
  /** The path alone. */
  path: string;
  /** Whose token came along; undefined for a public call. */
  caller: ReturnType<FastifyInstance["session"]["identify"]>;
  /** Aborts when the client leaves before its answer is complete. */
  signal: AbortSignal;
}

/**
 * Reads a call.
 * @throws ProblemError 400 for a path that could lead elsewhere, 401 without a token that could be valid
 */
export function openExchange(
  app: FastifyInstance,
  prefix: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Exchange {
  const target = pathBelow(prefix, request.raw.url ?? "");
  const path = pathOf(target);
  const caller = app.session.identify(request.method, path, request.headers.authorization);
  return { request, target, path, caller, signal: departure(reply) };
}

function departure(reply: FastifyReply): AbortSignal {
  const abort = new AbortController();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) abort.abort();
  });
  return abort.signal;
}

/** RFC 9110, 9.2.1: methods that change nothing. */
const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

export function isSafe(method: string): boolean {
  return SAFE.has(method);
}
