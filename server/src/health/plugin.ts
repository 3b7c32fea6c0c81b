import fastifyPlugin from "fastify-plugin";
import { problems } from "../errors.ts";

declare module "fastify" {
  interface FastifyInstance {
    health: Health;
  }
}

/**
 * Returns when the dependency can be used, with "unused" when none is configured; rejects or throws when it cannot be used.
 * `signal` aborts at the time limit.
 */
export type HealthCheck = (signal: AbortSignal) => Promise<void> | void | "unused";

interface Health {
  /** Names a dependency in `/readyz`. Its error is logged, never shown: it may hold hosts and credentials. */
  register(name: string, check: HealthCheck): void;
}

export interface HealthOptions {
  /** A check that takes longer counts as failed, in milliseconds. */
  timeoutMs?: number;
  /** How long one round of checks answers for, in milliseconds. */
  cacheMs?: number;
}

/** Under the usual time limit of a probe (Kubernetes: 1 s is the default, 3 s common). */
const CHECK_TIMEOUT_MS = 2_000;
/** Probes of many balancers cost the dependencies one round a second. */
const CACHE_MS = 1_000;

type State = "up" | "down" | "unused";
type Dependencies = Record<string, State>;

/** Asked while the process goes down too. */
const PROBES = ["/healthz", "/readyz"];

/**
 * `/healthz`: the process serves. `/readyz`: it can do its work, 503 when a dependency is down or the process goes down.
 * What else still comes over an open connection by then is refused with a problem.
 */
export const health = fastifyPlugin<HealthOptions>(
  async (app, { timeoutMs = CHECK_TIMEOUT_MS, cacheMs = CACHE_MS }) => {
    const checks = new Map<string, HealthCheck>();
    let round: Promise<Dependencies> | undefined;
    let expiry: NodeJS.Timeout | undefined;
    let closing = false;

    app.decorate("health", { register: (name: string, check: HealthCheck) => void checks.set(name, check) });

    const stateOf = async (name: string, check: HealthCheck): Promise<State> => {
      const signal = AbortSignal.timeout(timeoutMs);
      const limit = new Promise<never>((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      });
      try {
        return (await Promise.race([(async () => check(signal))(), limit])) ?? "up";
      } catch (error) {
        app.log.warn({ err: error, dependency: name }, "dependency is down");
        return "down";
      }
    };

    const checkAll = async (): Promise<Dependencies> => {
      const states = await Promise.all(
        [...checks].map(async ([name, check]) => [name, await stateOf(name, check)] as const),
      );
      expiry = setTimeout(() => {
        round = undefined;
      }, cacheMs).unref();
      return Object.fromEntries(states);
    };

    app.addHook("preClose", (done) => {
      closing = true;
      done();
    });
    app.addHook("onRequest", ({ headers, routeOptions: { url = "" } }, _reply, done) => {
      // An upgrade is refused by the WebSocket server, which lets go of its socket.
      if (closing && !PROBES.includes(url) && headers.upgrade === undefined) done(problems.goingDown());
      else done();
    });

    app.get("/healthz", async (_request, reply) =>
      reply.header("cache-control", "no-store").send({ status: "serving" }),
    );

    app.get("/readyz", async (_request, reply) => {
      round ??= checkAll();
      const dependencies = await round;
      const ready = !closing && Object.values(dependencies).every((state) => state !== "down");
      return reply
        .code(ready ? 200 : 503)
        .header("cache-control", "no-store")
        .send({ status: ready ? "ready" : "not ready", dependencies });
    });

    app.addHook("onClose", async () => clearTimeout(expiry));
  },
  { name: "health" },
);
