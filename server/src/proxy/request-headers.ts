import type { FastifyRequest } from "fastify";

/** Hop-by-hop headers (RFC 9110, 7.6.1), and headers that the BFF sets for its own connection. */
const OF_THE_CONNECTION = [
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "http2-settings",
  "host",
  "content-length",
  "expect",
];

/** Drops client-supplied forwarding headers, because the BFF sets its own. */
const OF_THE_WAY = [
  "forwarded",
  "via",
  "x-real-ip",
  "x-client-ip",
  "true-client-ip",
  "cf-connecting-ip",
  "x-original-url",
  "x-rewrite-url",
];

/** Dropped so that a GET is a GET for the API too. */
const OF_THE_METHOD = ["x-http-method-override", "x-http-method", "x-method-override"];

/** Encoding and origin are handled by the BFF; cookies are not used, because the token is the whole session. */
const OF_THE_BFF = ["accept-encoding", "origin", "cookie", "authorization"];

/** Conditions of a GET, which the BFF evaluates; the API evaluates those of a write. */
const CONDITIONS = new Set(["if-none-match", "if-modified-since"]);

const DROPPED = new Set([...OF_THE_CONNECTION, ...OF_THE_WAY, ...OF_THE_METHOD, ...OF_THE_BFF]);

/** The headers of the call to the API. `token` is the caller's, already found well formed. */
export function requestHeaders(request: FastifyRequest, token: string | undefined): Record<string, string> {
  const { connection = "keep-alive" } = request.headers;
  const named = ALONE.has(connection) ? undefined : listed(connection);
  const isRead = request.method === "GET" || request.method === "HEAD";
  const headers: Record<string, string> = {};
  for (const name in request.headers) {
    const value = request.headers[name];
    if (value === undefined || DROPPED.has(name) || name.startsWith("x-forwarded-") || named?.includes(name)) continue;
    if (isRead && (CONDITIONS.has(name) || name === "content-type")) continue;
    headers[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  if (token !== undefined) headers.authorization = `Bearer ${token}`;
  // The BFF encodes responses itself, once for all clients.
  headers["accept-encoding"] = "identity";
  headers["x-request-id"] = request.id;
  headers["x-forwarded-for"] = request.ips ? request.ips.toReversed().join(", ") : request.ip;
  headers["x-forwarded-proto"] = request.protocol;
  headers["x-forwarded-host"] = request.host;
  return headers;
}

/** Values of `Connection` that name no header. */
const ALONE = new Set(["keep-alive", "close", "Keep-Alive", "Close"]);

/** Header names that a `Connection` header makes hop-by-hop. */
function listed(connection: string): string[] {
  return connection.split(",").map((name) => name.trim().toLowerCase());
}
