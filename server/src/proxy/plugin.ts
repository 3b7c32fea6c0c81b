import { AsyncLocalStorage } from "node:async_hooks";
import httpProxy from "@fastify/http-proxy";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fastifyPlugin from "fastify-plugin";
import type { Config } from "../config.ts";
import { sendProblem, toProblem } from "../errors.ts";
import { type Call, dispatcher } from "./dispatcher.ts";
import { type Exchange, openExchange } from "./exchange.ts";
import { type Answer, Forwarder, type Lookup } from "./forward.ts";
import { requestHeaders } from "./request-headers.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Set for every call under `/api` that was let in. */
    exchange: Exchange | null;
  }
}

export interface ProxyOptions {
  config: Pick<Config, "bodyLimit">;
}

const PREFIX = "/api";
/** Stands for the API where the proxy library wants an address: only `app.upstream` knows the real one. */
const PLACEHOLDER = "https://api.invalid";

/** `/api/*` → the API, through the cache. */
export const proxy = fastifyPlugin<ProxyOptions>(
  async (app, { config: { bodyLimit } }) => {
    await app.register(async (scope) => register(scope, bodyLimit), { prefix: PREFIX });
  },
  { name: "proxy", dependencies: ["upstream", "session", "cache"] },
);

async function register(scope: FastifyInstance, bodyLimit: number): Promise<void> {
  const forwarder = new Forwarder(scope, PREFIX);
  const calls = new AsyncLocalStorage<Call>();

  scope.decorateRequest("exchange", null);
  scope.addHook("onRequest", async (request, reply) => {
    request.exchange = openExchange(scope, PREFIX, request, reply);
  });

  // A body comes in whole, so that its size is known before the API hears of it.
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit }, (_request, body, done) => done(null, body));

  await scope.register(httpProxy, {
    upstream: PLACEHOLDER,
    proxyPayloads: false,
    disableCache: true,
    disableRequestLogging: true,
    internalRewriteLocationHeader: false,
    routes: ["/*"],
    config: { helmet: { skipRoute: true } },
    undici: dispatcher(calls, forwarder),
    async handler(request, reply, destination, options) {
      const exchange = exchangeOf(request);
      const lookup = await forwarder.find(exchange);
      if (lookup?.hit) return send(reply, forwarder.present(exchange, lookup.hit));
      const login = scope.session.isLogin(request.method, exchange.path)
        ? scope.session.beginLogin(request.body, request.ip)
        : undefined;
      const body = login?.body ?? request.body;
      const contentType = request.headers["content-type"] ?? "application/octet-stream";
      const hooks: typeof options = {
        ...options,
        ...(body !== undefined && { body, contentType }),
        retryDelay: () => null,
        rewriteRequestHeaders: () => requestHeaders(request, exchange.caller?.token),
        onError: (_reply, { error }) => fail(reply, lookup, error),
      };
      return calls.run({ exchange, lookup, settle: login?.settle }, () => reply.from(destination, hooks));
    },
  });
}

function exchangeOf(request: FastifyRequest): Exchange {
  if (!request.exchange) throw new Error("a call under /api that was not let in");
  return request.exchange;
}

/** The library wraps what the dispatcher throws. */
function fail(reply: FastifyReply, lookup: Lookup | undefined, error: Error): void {
  if (reply.request.method === "GET") {
    reply.header("cache-status", `bff; fwd=${lookup ? "uri-miss" : "bypass"}; detail=upstream-error`);
  }
  sendProblem(reply, toProblem(error.cause ?? error));
}

function send(reply: FastifyReply, { status, headers, body }: Answer): FastifyReply {
  return reply.code(status).headers(headers).send(body);
}
