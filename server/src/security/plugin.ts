import cors from "@fastify/cors";
import helmet from "@fastify/helmet";
import { REQUEST_HEADERS } from "@lamina/shared/calls/request-headers";
import type { FastifyInstance, FastifyRequest } from "fastify";
import fastifyPlugin from "fastify-plugin";
import type { Config } from "../config.ts";
import { problems, sendProblem } from "../errors.ts";
import { isLoop } from "../via.ts";
import { contentPolicy } from "./content-policy.ts";

declare module "fastify" {
  interface FastifyInstance {
    /**
     * Whether this origin may use the BFF: its own or one of `ALLOWED_ORIGINS`. A request without an origin is not from
     * a page.
     */
    originAllowed: (request: FastifyRequest) => boolean;
  }
}

interface SecurityOptions {
  config: Pick<Config, "allowedOrigins" | "tls" | "mapTiles">;
}

/** How long a browser may cache a preflight response. */
const PREFLIGHT_MAX_AGE_S = 600;
/** For responses other than pages. */
const BARE_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Headers of the pages and their files. Encapsulated, so that API requests skip its hooks. */
export async function policy(app: FastifyInstance, { config }: SecurityOptions): Promise<void> {
  app.addHook("onRequest", (_request, reply, done) => {
    reply.removeHeader("content-security-policy");
    done();
  });
  await app.register(helmet, contentPolicy(config));
}

/** Headers of every response: request id, content policy, cross-origin rules. */
export const security = fastifyPlugin<SecurityOptions>(
  async (app, { config }) => {
    const allowed = new Set(config.allowedOrigins);
    app.decorate("originAllowed", ({ headers: { origin }, host }) => {
      return origin === undefined || allowed.has(origin) || origin === `http://${host}` || origin === `https://${host}`;
    });

    app.addHook("onRequest", (request, reply, done) => {
      reply.header("x-request-id", request.id);
      reply.header("x-content-type-options", "nosniff");
      reply.header("content-security-policy", BARE_POLICY);
      if (isLoop(request.headers)) sendProblem(reply, problems.loop());
      else done();
    });

    await app.register(cors, {
      // Without an origin no page asks, so that the response needs no header of these.
      origin: (origin, answer) => answer(null, origin === undefined ? false : config.allowedOrigins),
      methods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
      allowedHeaders: [...REQUEST_HEADERS, "x-request-id", "if-none-match"],
      exposedHeaders: ["x-request-id", "cache-status", "etag", "retry-after", "date"],
      credentials: false,
      maxAge: PREFLIGHT_MAX_AGE_S,
      strictPreflight: false,
    });
  },
  { name: "security" },
);
