import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

import type { Tasks } from "../core/tasks.ts";

export interface Metrics {
  registry: Registry;
  /** Begins the count of each job's failures, because a series that begins with its first failure has no rate for it. */
  expectJobs(names: readonly string[]): void;
  jobFailed(job: string): void;
  /** Counts a view that was computed, not shared. */
  viewComputed(): void;
}

/** In seconds: from a single record to the longest report within the request time-out (§5, 30 s). */
const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** The API's metrics, all named `api_…` except those of the process. No label contains a token, a user or an id. */
export function createMetrics(version: string): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  new Gauge({
    name: "api_build_info",
    help: "Always 1; the version is a label",
    labelNames: ["version"],
    registers,
  }).set({ version }, 1);
  const jobFailures = new Counter({
    name: "api_job_failures_total",
    help: "Failures of recurring work by its name",
    labelNames: ["job"] as const,
    registers,
  });
  const viewsComputed = new Counter({
    name: "api_views_computed_total",
    help: "Views that were computed; further answers from the same computation are not counted",
    registers,
  });
  return {
    registry,
    expectJobs(names) {
      for (const job of names) jobFailures.inc({ job }, 0);
    },
    jobFailed: (job) => jobFailures.inc({ job }),
    viewComputed: () => viewsComputed.inc(),
  };
}

export function measureTasks(metrics: Metrics, tasks: Pick<Tasks, "counts">): void {
  const help = "Jobs of the installation by state; a dead one failed every time and waits for an operator";
  measureStates(metrics, { name: "api_jobs", help, labelNames: ["state"] }, tasks.counts);
}

export function measureMails(metrics: Metrics, counts: () => Promise<Record<string, number>>): void {
  const help = "Unsent mails of the installation by state; one given up failed every time and waits for an operator";
  measureStates(metrics, { name: "api_mails", help, labelNames: ["state"] }, counts);
}

/** Measures the posts of webhooks that were not taken yet. */
export function measureWebhooks(metrics: Metrics, counts: () => Promise<Record<string, number>>): void {
  const help = "Posts to webhooks by state; one given up failed every time";
  measureStates(metrics, { name: "api_webhook_calls", help, labelNames: ["state"] }, counts);
}

/** Measures when the newest message of any device arrived. */
export function measureNewestMessage({ registry }: Metrics, newest: () => Promise<Date | null>): void {
  new Gauge({
    name: "api_newest_message_timestamp_seconds",
    help: "When the newest message of a device arrived (Unix time)",
    registers: [registry],
    async collect() {
      this.reset();
      const date = await newest().catch(() => null);
      // Without a device there is no series, and the alert of its age waits.
      if (date !== null) this.set(date.getTime() / 1000);
      else this.remove();
    },
  });
}

/** Measures the days of rain gauges that wait for a person's answer. */
export function measureRainDoubts(metrics: Metrics, counts: () => Promise<Record<string, number>>): void {
  const help = "Days of rain gauges whose rain is doubted, by the reason; they block advice until a person answers";
  measureStates(metrics, { name: "api_rain_doubts", help, labelNames: ["kind"] }, counts);
}

/** Measures the stations with a lasting fault of their radiation or clock. */
export function measureStationFaults(metrics: Metrics, counts: () => Promise<Record<string, number>>): void {
  const help = "Stations with a lasting fault, by its kind; their page names the effect on ETo and the remedy";
  measureStates(metrics, { name: "api_station_faults", help, labelNames: ["kind"] }, counts);
}

/** Counts the readings that a quota refused. */
export function measureOverQuota({ registry }: Metrics, read: () => Readonly<Record<string, number>>): void {
  new Counter({
    name: "api_readings_over_quota_total",
    help: "Readings refused because their device or client reached its quota of the day",
    labelNames: ["of"] as const,
    registers: [registry],
    collect() {
      this.reset();
      for (const [of, count] of Object.entries(read())) this.inc({ of }, count);
    },
  });
}

function measureStates(
  { registry }: Metrics,
  names: { name: string; help: string; labelNames: [label: string] },
  read: () => Promise<Record<string, number>>,
): void {
  const [label] = names.labelNames;
  new Gauge({
    ...names,
    registers: [registry],
    async collect() {
      this.reset();
      // When the database is away, only this measurement fails.
      const counts = await read().catch(() => ({}));
      for (const [state, count] of Object.entries(counts)) this.set({ [label]: state }, count);
    },
  });
}

/** Measures every request by its route, because raw addresses are unbounded and contain personal data. */
export function measureRequests(app: FastifyInstance, { registry }: Metrics): void {
  const registers = [registry];
  const labelNames = ["method", "route", "status"] as const;
  const duration = new Histogram({
    name: "api_http_request_duration_seconds",
    help: "Duration of requests by method, route and status",
    labelNames,
    buckets: DURATION_BUCKETS,
    registers,
  });
  const inFlight = new Gauge({ name: "api_http_requests_in_flight", help: "Requests under way", registers });
  const bytes = new Counter({ name: "api_http_response_bytes_total", help: "Bytes of bodies sent", registers });
  const rejected = new Counter({
    name: "api_rejected_tokens_total",
    help: "Requests refused with 401: no token, an expired one, or one that is not valid",
    registers,
  });
  app.addHook("onRequest", async (_request, reply) => {
    inFlight.inc();
    // Also for an answer whose client has disconnected, which has no onResponse.
    reply.raw.once("close", () => inFlight.dec());
  });
  app.addHook("onResponse", async ({ method, routeOptions }, reply) => {
    const status = reply.statusCode;
    duration.observe({ method, route: routeOptions.url ?? "unmatched", status }, reply.elapsedTime / 1000);
    bytes.inc(Number(reply.getHeader("content-length") ?? 0));
    if (status === 401) rejected.inc();
  });
}

/**
 * Serves `/metrics` in plain HTTP on its own port, for the monitoring network and not for callers of the API.
 * @returns the actual port, and a function that closes it
 */
export async function serveMetrics(
  { registry }: Metrics,
  host: string,
  port: number,
): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    if (request.url !== "/metrics") return void response.writeHead(404).end();
    const text = await registry.metrics();
    response.writeHead(200, { "content-type": registry.contentType }).end(text);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
