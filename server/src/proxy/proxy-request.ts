import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ClientAnswer } from "../cache/client-answer.ts";
import type { StoredEntry } from "../cache/response-cache.ts";
import { Departure, type Signal } from "../departure.ts";
import type { Caller } from "../session/caller.ts";
import type { Owner } from "../upstream/owner.ts";
import { pathBelow, pathOf } from "./safe-path.ts";

export interface ProxyRequest {
  request: FastifyRequest;
  reply: FastifyReply;
  /** Path and query below the prefix, exactly as sent. */
  target: string;
  path: string;
  caller: Caller | undefined;
  /** Whose shares of the connections and of the cache it uses. */
  owner: Owner | undefined;
  /** Aborts when the client disconnects before the response is complete. */
  signal: Signal;
  /** The `Cache-Status` of the response to a GET, once known. */
  cacheStatus: string | undefined;
  /** The headers for the API, once the library forwards it. */
  headers: Record<string, string> | undefined;
  /** The body for the API. */
  body: Buffer | undefined;
  /** The body of the answer that the library sends, once known. */
  answer: ClientAnswer["body"] | undefined;
  /** The cache entry that was served, once known. */
  entry: StoredEntry | undefined;
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
  const target = pathBelow(prefix, originForm(request.raw));
  const path = pathOf(target);
  const { authorization } = request.headers;
  const caller = app.session.identify(request.method, path, authorization, request.raw.socket);
  const owner = caller && app.session.ownerOf(caller, request.ip);
  const signal = disconnection(reply);
  const later = { cacheStatus: undefined, headers: undefined, body: undefined, answer: undefined, entry: undefined };
  return { request, reply, target, path, caller, owner, signal, ...later };
}

/** The request target without the address of this server (RFC 9112, 3.2.2). */
function originForm({ url = "", headers: { host } }: IncomingMessage): string {
  const scheme = url.startsWith("/") ? undefined : /^https?:\/\//i.exec(url)?.[0];
  return scheme && host && url.startsWith(`${host}/`, scheme.length) ? url.slice(scheme.length + host.length) : url;
}

function disconnection(reply: FastifyReply): Departure {
  const departure = new Departure();
  reply.raw.on("close", () => {
    if (!reply.raw.writableFinished) departure.abort();
  });
  return departure;
}
