import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { FastifyInstance, FastifyReply } from "fastify";
import fastifyPlugin from "fastify-plugin";
import { Counter, collectDefaultMetrics, Gauge, Registry } from "prom-client";
import { Durations, type DurationsOptions } from "./durations.ts";
import { isProbe, routeLabel } from "./route-label.ts";

declare module "fastify" {
  interface FastifyInstance {
    metrics: Metrics;
  }
}

interface Metrics {
  registry: Registry;
  /** The label of a request's route. */
  routeOf: typeof routeLabel;
  isProbe: typeof isProbe;
  durations(options: Omit<DurationsOptions, "registry">): Durations;
  /** Returns a function that records the duration of a request, in seconds. */
  requestDuration(method: string, route: string, status: number): (seconds: number) => void;
  /** The port of the separate metrics listener, once ready; undefined when `/metrics` is on the main port. */
  port: number | undefined;
}

export interface MetricsOptions {
  /** The separate port of `/metrics` (`METRICS_PORT`), 0 for any free one; undefined serves it on the main port. */
  port?: number | undefined;
  host?: string | undefined;
  /** The product's version, for `bff_build_info`. */
  version?: string;
}

/** In seconds: from a cache hit (under a millisecond) to the request time-out of §5 (30 s). */
const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * Prometheus metrics of the process and of every HTTP request, by route template, because raw URLs are unbounded and
 * contain personal data.
 */
export const metrics = fastifyPlugin<MetricsOptions>(
  async (app, { port, host = "127.0.0.1", version = "unknown" }) => {
    const registry = new Registry();
    collectDefaultMetrics({ register: registry });
    const durations = new Durations({
      name: "bff_http_request_duration_seconds",
      help: "Duration of HTTP requests by route template, method and status",
      labelNames: ["method", "route", "status"],
      buckets: DURATION_BUCKETS,
      registry,
    });
    app.decorate("metrics", {
      registry,
      port: undefined,
      routeOf: routeLabel,
      isProbe,
      durations: (options) => new Durations({ ...options, registry }),
      requestDuration: (method, route, status) => durations.of(method, route, status),
    });
    new Gauge({
      name: "bff_build_info",
      help: "Always 1; the version is a label",
      labelNames: ["version"],
      registers: [registry],
    }).set({ version }, 1);
    const countTraffic = trafficCounter(registry);
    app.addHook("onResponse", (request, reply, done) => {
      durations.of(request.method, routeLabel(request), reply.statusCode)(reply.elapsedTime / 1000);
      countTraffic(reply);
      done();
    });

    if (port === undefined) serveHere(app, registry);
    else serveApart(app, registry, port, host);
  },
  { name: "metrics" },
);

/**
 * Bytes sent and tokens refused. Hits of the fast lane are counted only by their duration.
 * @returns counts one complete response
 */
function trafficCounter(registry: Registry): (reply: FastifyReply) => void {
  const registers = [registry];
  let bytes = 0;
  let rejected = 0;
  new Counter({
    name: "bff_http_response_bytes_total",
    help: "Bytes of bodies sent whose length was known",
    registers,
    collect() {
      this.reset();
      this.inc(bytes);
    },
  });
  new Counter({
    name: "bff_rejected_tokens_total",
    help: "Calls answered 401, by the BFF or by the API",
    registers,
    collect() {
      this.reset();
      this.inc(rejected);
    },
  });
  return (reply) => {
    bytes += Number(reply.getHeader("content-length") ?? 0);
    if (reply.statusCode === 401) rejected++;
  };
}

function serveHere(app: FastifyInstance, registry: Registry): void {
  app.get("/metrics", async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()));
}

/** Listens in `onReady`, so that a port already taken stops the start. */
function serveApart(app: FastifyInstance, registry: Registry, port: number, host: string): void {
  const server = createServer(async (request, response) => {
    if (request.url !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    const text = await registry.metrics();
    response.writeHead(200, { "content-type": registry.contentType }).end(text);
  });
  app.addHook("onReady", async () => {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, host, resolve);
    });
    app.metrics.port = (server.address() as AddressInfo).port;
  });
  app.addHook("onClose", async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
}
