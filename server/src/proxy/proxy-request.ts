import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { pathBelow, pathOf } from "./safe-path.ts";

/** A valid request under `/api`. */
export interface ProxyRequest {
  request: FastifyRequest;
  /** Path and query below the prefix, exactly as sent. */
  target: string;
  /** The path without the query. */
  path: string;
  /** The owner of the token; undefined for a public call. */
  caller: ReturnType<FastifyInstance["session"]["identify"]>;
  /** Aborts when the client disconnects before the response is complete. */
  signal: AbortSignal;
  /** The `Cache-Status` of the response to a GET, once known. */
  cacheStatus: string | undefined;
  /** The cache entry that was served, once known. */
  entry: Parameters<FastifyInstance["cache"]["sent"]>[2] | undefined;
}

/**
 * Validates a request.
 * @throws ProblemError 400 for a path that could lead elsewhere, 401 without a well-formed, unexpired token
 */
export function readProxyRequest(
  app: FastifyInstance,
  prefix: string,
  request: FastifyRequest,
  reply: FastifyReply,
): ProxyRequest {
  const target = pathBelow(prefix, request.raw.url ?? "");
  const path = pathOf(target);
  const caller = app.session.identify(request.method, path, request.headers.authorization);
  return { request, target, path, caller, signal: disconnection(reply), cacheStatus: undefined, entry: undefined };
}

function disconnection(reply: FastifyReply): AbortSignal {
  const abort = new AbortController();
  reply.raw.on("close", () => {
    if (!reply.raw.writableFinished) abort.abort();
  });
  return abort.signal;
}

/** Safe methods (RFC 9110, 9.2.1). */
const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

export function isSafe(method: string): boolean {
  return SAFE.has(method);
}
