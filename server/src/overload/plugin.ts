import type { Socket } from "node:net";
import type { Readable } from "node:stream";
import { ProblemId } from "@lamina/shared/core/errors";
import type { FastifyInstance, FastifyRequest } from "fastify";
import fastifyPlugin from "fastify-plugin";
import { Counter, Gauge } from "prom-client";
import { clientNetwork } from "../client-network.ts";
import type { Config } from "../config.ts";
import { ProblemError, problems, sendProblem } from "../errors.ts";
import { BodyBudget, type Owner } from "./body-budget.ts";
import { Connections, isSurplus } from "./connections.ts";
import { PendingBody } from "./pending-body.ts";

declare module "fastify" {
  interface FastifyInstance {
    overload: Overload;
  }
  interface FastifyRequest {
    /** The memory of the request's body, which its handler may keep longer than the response lasts. */
    pendingBody: PendingBody | null;
    /** Whether the handler releases the body itself. */
    keepsBody: boolean;
  }
}

const RESOURCES = ["connections", "bodies", "proofs"] as const;

interface Overload {
  /** Reads a body within the budget. `user` is the owner of a proved token. */
  readBody(request: FastifyRequest, payload: Readable, limit: number, user?: string): Promise<Buffer>;
  isSurplus(socket: Socket): boolean;
  /** Counts a refusal, and logs the first one of an episode. */
  refused(resource: (typeof RESOURCES)[number], address: string): void;
}

interface OverloadOptions {
  config: Pick<Config, "maxConnections" | "maxPendingBodyBytes" | "bodyLimit" | "trustProxy" | "tls">;
}

/** An episode of refusals ends after this time without one. */
const QUIET_MS = 60_000;

/** Bounds what all requests together take: connections and bodies in progress. Beyond it: 503 with `Retry-After`. */
export const overload = fastifyPlugin<OverloadOptions>(
  async (app, { config }) => {
    const refused = refusals(app);
    const budget = new BodyBudget(config.maxPendingBodyBytes, config.bodyLimit);
    const connections = new Connections(app.server, {
      max: config.maxConnections,
      event: config.tls ? "secureConnection" : "connection",
      areClients: config.trustProxy === false,
      onRefused: (address) => refused("connections", address),
    });
    gauge(app, { name: "bff_pending_body_bytes", help: "Bytes of request bodies in memory" }, () => budget.total);
    gauge(app, { name: "bff_open_connections", help: "Open connections of clients" }, () => connections.open);

    app.decorateRequest("pendingBody", null);
    app.decorateRequest("keepsBody", false);
    app.addHook("onRequest", (request, reply, done) => {
      // A failed probe would take the process out of service.
      if (!isSurplus(request.raw.socket) || app.metrics.isProbe(request)) done();
      else sendProblem(reply.header("connection", "close"), problems.busy());
    });
    app.addHook("preParsing", (request, reply, payload, done) => {
      const { "content-length": length, "transfer-encoding": coding } = request.headers;
      // The parser of Node removes `chunked` alone (RFC 9112, 6.1).
      if (coding !== undefined && coding.trim().toLowerCase() !== "chunked") throw problems.unknownCoding();
      if (length !== undefined || coding !== undefined) {
        reply.raw.once("close", () => {
          if (!request.keepsBody) request.pendingBody?.release();
        });
      }
      done(null, payload);
    });

    // Of routes without a parser of their own, unknown paths included.
    app.removeAllContentTypeParsers();
    const parseJson = app.getDefaultJsonParser("error", "error");
    app.addContentTypeParser("application/json", (request: FastifyRequest, payload: Readable, done) => {
      app.overload
        .readBody(request, payload, config.bodyLimit)
        .then((body) => parseJson(request, body.toString(), done), done);
    });

    app.decorate("overload", {
      refused,
      isSurplus,
      async readBody(request, payload, limit, user) {
        const address = clientNetwork(request.ip);
        const owner: Owner =
          user === undefined ? { key: address, isProved: false } : { key: `user ${user}`, isProved: true };
        const pending = new PendingBody(budget, owner);
        request.pendingBody = pending;
        try {
          return await pending.read(payload, Number(request.headers["content-length"]), limit);
        } catch (error) {
          if (error instanceof ProblemError && error.id === ProblemId.busy) refused("bodies", address);
          throw error;
        }
      },
    });
  },
  { name: "overload", dependencies: ["metrics"] },
);

/** Counts refusals, and logs the first one of each episode. */
function refusals(app: FastifyInstance): Overload["refused"] {
  const counter = new Counter({
    name: "bff_overload_refusals_total",
    help: "What was refused because all requests together had used up a limit: connections, bodies or proofs of tokens",
    labelNames: ["resource"] as const,
    registers: [app.metrics.registry],
  });
  const last = new Map<string, number>();
  for (const resource of RESOURCES) counter.inc({ resource }, 0);
  return (resource, address) => {
    counter.inc({ resource });
    const now = performance.now();
    if (now - (last.get(resource) ?? Number.NEGATIVE_INFINITY) >= QUIET_MS) {
      app.log.warn({ resource, address }, "overload: a limit over all requests is reached");
    }
    last.set(resource, now);
  };
}

function gauge({ metrics }: FastifyInstance, names: { name: string; help: string }, read: () => number): void {
  new Gauge({
    ...names,
    registers: [metrics.registry],
    collect() {
      this.set(read());
    },
  });
}
