import type { OutgoingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import httpProxy from "@fastify/http-proxy";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fastifyPlugin from "fastify-plugin";
import type { ClientAnswer } from "../cache/client-answer.ts";
import type { Config } from "../config.ts";
import { ProblemError, reasonOf, sendProblem, toProblem } from "../errors.ts";
import { bypassesCache, Forwarder } from "./forward.ts";
import { type ProxyRequest, readProxyRequest } from "./proxy-request.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Set for every valid request under `/api`. */
    proxyRequest: ProxyRequest | null;
  }
}

interface ProxyOptions {
  config: Pick<Config, "bodyLimit">;
}

const PREFIX = "/api";

/** `/api/*` → the API, through the cache. */
export const proxy = fastifyPlugin<ProxyOptions>(
  async (app, { config: { bodyLimit } }) => {
    await app.register(async (scope) => register(scope, bodyLimit), { prefix: PREFIX });
  },
  { name: "proxy", dependencies: ["upstream", "session", "cache", "overload"] },
);

async function register(scope: FastifyInstance, bodyLimit: number): Promise<void> {
  const forwarder = new Forwarder(scope, PREFIX);
  let origin = "";
  const stop = scope.upstreamTarget.watch(({ url }) => {
    origin = new URL(url).origin;
  });
  scope.addHook("onClose", async () => stop());

  scope.decorateRequest("proxyRequest", null);
  scope.addHook("onRequest", (request, reply, done) => {
    request.proxyRequest = readProxyRequest(scope, PREFIX, request, reply);
    done();
  });

  scope.addHook("onResponse", ({ proxyRequest }, reply, done) => {
    const { caller, entry } = proxyRequest ?? {};
    if (caller && entry) scope.cache.sent(reply, caller, entry);
    done();
  });

  // Bodies are read completely, so that their size is known before the API is called.
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", (request: FastifyRequest, payload: Readable) => {
    const { hash, claims } = request.proxyRequest?.caller ?? {};
    const isProved = hash !== undefined && scope.tokens.isProved(hash);
    return scope.overload.readBody(request, payload, bodyLimit, isProved ? claims?.name || hash : undefined);
  });

  await scope.register(httpProxy, {
    upstream: "",
    replyOptions: { getUpstream: () => origin },
    proxyPayloads: false,
    disableCache: true,
    routes: ["/*"],
    undici: { request: refuseTransport },
    // Before the library's handler, which parses four URLs to check what `readProxyRequest` has checked more strictly.
    async preHandler(request, reply) {
      const { proxyRequest } = request;
      if (!proxyRequest) throw new Error("a request under /api that was not checked");
      // A write continues after its client disconnects, and its body is in memory until it ends.
      request.keepsBody = true;
      try {
        const answer = await forwarder.answer(proxyRequest);
        return proxyRequest.signal.aborted ? discard(reply, answer) : send(reply, proxyRequest, answer);
      } catch (error) {
        return proxyRequest.signal.aborted ? reply.hijack() : fail(reply, proxyRequest, error);
      } finally {
        request.pendingBody?.release();
      }
    },
  });
}

/**
 * The library routes requests; `app.upstream` sends. The library's own transport does not verify
 * certificates, retries, has no deadline for a whole response and does not cancel (decision 0003).
 */
function refuseTransport(): never {
  throw new Error("reply.from() is not used here: call app.upstream");
}

function send(
  reply: FastifyReply,
  { cacheStatus }: ProxyRequest,
  { status, headers, body }: ClientAnswer,
): FastifyReply {
  if (cacheStatus !== undefined) reply.header("cache-status", cacheStatus);
  reply.code(status).headers(headers);
  const isWhole = status === 200 && Buffer.isBuffer(body) && headers["content-type"] !== undefined;
  try {
    if (isWhole && reply.request.method === "GET") return sendWhole(reply, body);
    // To an empty buffer the framework would add a content type.
    return reply.send(body instanceof Buffer && body.length === 0 ? undefined : body);
  } catch (error) {
    // A header that cannot be sent would make the problem fail too.
    for (const name of Object.keys(headers)) reply.removeHeader(name);
    throw error;
  }
}

/**
 * Sends the usual response without the framework's checks of its type and encoding. It is hijacked only after its
 * headers are accepted, because a hijacked reply that fails gets no answer.
 */
function sendWhole(reply: FastifyReply, body: Buffer): FastifyReply {
  reply.header("content-length", String(body.length));
  reply.raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders);
  reply.hijack().raw.end(body);
  return reply;
}

function discard(reply: FastifyReply, { body }: ClientAnswer): FastifyReply {
  if (!Buffer.isBuffer(body)) body.destroy();
  return reply.hijack();
}

function fail(reply: FastifyReply, proxied: ProxyRequest, error: unknown): FastifyReply {
  const problem = toProblem(error);
  if (problem.statusCode >= 500) logFailure(reply, error);
  if (reply.raw.headersSent) {
    reply.raw.destroy();
    return reply.hijack();
  }
  if (proxied.request.method === "GET") {
    reply.header("cache-status", `bff; fwd=${bypassesCache(proxied) ? "bypass" : "uri-miss"}; detail=upstream-error`);
  }
  return sendProblem(reply, problem);
}

/** Without a stack where the reason is known, because that stack contains only the lines of this module. */
function logFailure({ log, server }: FastifyReply, error: unknown): void {
  const cause = error instanceof ProblemError ? { reason: reasonOf(error) } : { err: error };
  // The embedded API has not started yet: expected, and `/config.json` says so.
  const level = server.upstreamTarget.current ? "warn" : "info";
  log[level](cause, "no answer of the API");
}
