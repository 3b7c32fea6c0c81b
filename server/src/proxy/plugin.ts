import type { OutgoingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import httpProxy from "@fastify/http-proxy";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fastifyPlugin from "fastify-plugin";
import type { ClientAnswer } from "../cache/client-answer.ts";
import type { Config } from "../config.ts";
import { fail } from "./fail.ts";
import { Forwarder } from "./forward.ts";
import { type ProxyRequest, readProxyRequest } from "./proxy-request.ts";
import { headersWithCall, transport } from "./transport.ts";

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
  // The library needs an address while the embedded API starts; its calls wait for the API.
  let origin = "http://api.invalid";
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
    proxyPayloads: false,
    disableCache: true,
    disableRequestLogging: true,
    internalRewriteLocationHeader: false,
    routes: ["/*"],
    undici: transport(forwarder),
    replyOptions: {
      getUpstream: () => origin,
      retryDelay: () => null,
      rewriteRequestHeaders: (request) => headersWithCall(request.proxyRequest),
      onResponse: ({ proxyRequest }) => sendForwarded(proxyRequest),
    },
    // A cacheable GET is answered here; the library forwards everything else.
    async preHandler(request, reply) {
      const { proxyRequest } = request;
      if (!proxyRequest) throw new Error("a request under /api that was not checked");
      if (!forwarder.isCacheable(proxyRequest)) {
        // A write continues after its client disconnects, and its body is in memory until it ends.
        request.keepsBody = true;
        proxyRequest.body = Buffer.isBuffer(request.body) ? request.body : undefined;
        // The library would write it again as JSON.
        request.body = undefined;
        return undefined;
      }
      try {
        const answer = await forwarder.answer(proxyRequest);
        return proxyRequest.signal.aborted ? discard(reply, answer) : send(reply, proxyRequest, answer);
      } catch (error) {
        return fail(reply, proxyRequest, error);
      }
    },
  });
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
    return isWhole ? sendWhole(reply, body) : sendBody(reply, body);
  } catch (error) {
    // A header that cannot be sent would make the problem fail too.
    for (const name of Object.keys(headers)) reply.removeHeader(name);
    throw error;
  }
}

/** Sends the body of what the library has forwarded; it has set status and headers. */
function sendForwarded(proxied: ProxyRequest | null): void {
  if (proxied?.answer) sendBody(proxied.reply, proxied.answer);
}

/** To an empty buffer the framework would add a content type. */
function sendBody(reply: FastifyReply, body: ClientAnswer["body"]): FastifyReply {
  return reply.send(Buffer.isBuffer(body) && body.length === 0 ? undefined : body);
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
