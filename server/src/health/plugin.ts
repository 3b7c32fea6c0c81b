import fastifyPlugin from "fastify-plugin";
import { Gauge } from "prom-client";
import { Dependencies, type HealthCheck } from "./dependencies.ts";
import { Drain } from "./drain.ts";

declare module "fastify" {
  interface FastifyInstance {
    health: Health;
    drain: Drain;
  }
}

interface Health {
  /** Adds a dependency to `/readyz`. Its error is logged, never shown, because it may contain hosts and credentials. */
  register(name: string, check: HealthCheck): void;
  /** Adds a condition that this process needs to serve; while it is not met, the process is not ready. */
  need(name: string, isThere: () => boolean): void;
}

export interface HealthOptions {
  /** A check that takes longer counts as failed, in milliseconds. */
  timeoutMs?: number;
  /** How long the results of one round of checks are reused, in milliseconds. */
  cacheMs?: number;
}

const CHECK_TIMEOUT_MS = 5_000;
/** Below the usual time limit of a probe (Kubernetes: 1 s by default, 3 s is common). */
const PATIENCE_MS = 800;
/** Limits the checks to one round a second, however many load balancers probe. */
const CACHE_MS = 1_000;

/**
 * `/healthz`: the process serves. `/readyz`: it should get traffic; 503 while it drains or lacks something that it
 * needs. An unreachable API or broker does not make a replica unready, because it still serves the app and stored
 * answers (contract).
 */
export const health = fastifyPlugin<HealthOptions>(
  async (app, { timeoutMs = CHECK_TIMEOUT_MS, cacheMs = CACHE_MS }) => {
    const dependencies = new Dependencies({ timeoutMs, patienceMs: PATIENCE_MS, cacheMs, log: app.log });
    const needs = new Map<string, () => boolean>();
    const drain = new Drain(app);
    app.decorate("drain", drain);
    app.decorate("health", {
      register: (name, check) => dependencies.register(name, check),
      need: (name, isThere) => void needs.set(name, isThere),
    } satisfies Health);

    new Gauge({
      name: "bff_dependency_up",
      help: "1 while a dependency can be used, 0 while it cannot; absent where none is configured, and for an API that responds without a health call",
      labelNames: ["dependency"] as const,
      registers: [app.metrics.registry],
      async collect() {
        this.reset();
        for (const [dependency, state] of Object.entries(await dependencies.states())) {
          if (state !== "reachable" && state !== "unused") this.set({ dependency }, state === "down" ? 0 : 1);
        }
      },
    });

    new Gauge({
      name: "bff_dependency_slow",
      help: "1 while a dependency answers its health call later than a second, else 0",
      labelNames: ["dependency"] as const,
      registers: [app.metrics.registry],
      async collect() {
        this.reset();
        for (const [dependency, state] of Object.entries(await dependencies.states())) {
          if (state !== "reachable" && state !== "unused") this.set({ dependency }, state === "slow" ? 1 : 0);
        }
      },
    });

    new Gauge({
      name: "bff_http_requests_in_flight",
      help: "Requests under way",
      registers: [app.metrics.registry],
      collect() {
        this.set(drain.underWay);
      },
    });

    app.get<{ Querystring: Record<string, string> }>("/healthz", async ({ query }, reply) => {
      reply.header("cache-control", "no-store");
      if (!("verbose" in query)) return reply.send({ status: "serving" });
      const uptimeS = Math.round(process.uptime());
      return reply.send({ status: "serving", uptimeS, dependencies: await dependencies.states() });
    });

    app.get("/readyz", async (_request, reply) => {
      const missing = [...needs].filter(([, isThere]) => !isThere()).map(([name]) => name);
      const ready = !drain.active && missing.length === 0;
      const body = { status: ready ? "ready" : "not ready", dependencies: await dependencies.states() };
      return reply
        .code(ready ? 200 : 503)
        .header("cache-control", "no-store")
        .send({ ...body, ...(drain.active && { draining: true }), ...(missing.length > 0 && { missing }) });
    });

    app.addHook("onClose", async () => dependencies.close());
  },
  { name: "health", dependencies: ["metrics"] },
);
