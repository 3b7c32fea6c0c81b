import fastifyPlugin from "fastify-plugin";
import { Counter, Gauge } from "prom-client";
import type { Signal } from "../departure.ts";
import { problems } from "../errors.ts";
import { LOOP_STATUS } from "../via.ts";
import { ApiClock } from "./api-clock.ts";
import { UpstreamClient, type UpstreamRequest } from "./client.ts";
import { decoded } from "./decode.ts";
import { FAILURE_REASONS, failureReason } from "./failure-reason.ts";
import type { UpstreamAnswer } from "./response-collector.ts";

declare module "fastify" {
  interface FastifyInstance {
    upstream: Upstream;
  }
}

/** How the modules of the BFF call the API. */
interface Upstream {
  /**
   * Calls the API once, without retries. Waits for the embedded API while it starts.
   * @throws ProblemError 502 or 504; the signal's reason when it aborts
   */
  request(request: UpstreamRequest): Promise<UpstreamAnswer>;
  /**
   * Makes the API's health call.
   * @returns "reachable" when the answer does not say whether the API works
   * @throws when it does not work, or is this server
   */
  check(signal: AbortSignal): Promise<"reachable" | undefined>;
  /** Milliseconds since the epoch by the API's clock, by which it issues tokens. */
  now(): number;
  /** The features that the API's last health answer listed; asks first where none is known. Empty without an answer. */
  features(): Promise<readonly string[]>;
}

interface UpstreamPluginOptions {
  timeoutMs: number;
}

/** Maximum wait of a call for the embedded API to start. */
const STARTING_WAIT_MS = 10_000;
/** The page waits for its configuration, so that a slow API costs it little. */
const FEATURES_WAIT_MS = 500;
const MAX_FEATURES = 100;
/** Logins and renewals, whose answers no cache stores. */
const UNCACHED = "/Authentication/";
/** In seconds, up to the deadline of §5 (30 s). */
const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** The connection to the API. */
export const upstream = fastifyPlugin<UpstreamPluginOptions>(
  async (app, { timeoutMs }) => {
    const apiClock = new ApiClock(app.clock, app.log);
    let client: UpstreamClient | undefined;
    const waiting = new Set<() => void>();
    let features: readonly string[] | undefined;
    const stop = app.upstreamTarget.watch(({ url, ca }) => {
      features = undefined;
      void client?.close();
      client = new UpstreamClient({ url, ca, timeoutMs });
      for (const resume of waiting) resume();
    });

    const durations = app.metrics.durations({
      name: "bff_upstream_request_duration_seconds",
      help: "Duration of the calls to the API by method and status; status 0 is no answer",
      labelNames: ["method", "status"],
      buckets: DURATION_BUCKETS,
    });

    const failures = new Counter({
      name: "bff_upstream_failures_total",
      help: "Calls that the API did not answer: timeout, tls, unreachable or reset",
      labelNames: ["reason"] as const,
      registers: [app.metrics.registry],
    });
    new Gauge({
      name: "bff_upstream_clock_skew_seconds",
      help: "How far the API's clock is ahead of this server's; 0 while they agree",
      registers: [app.metrics.registry],
      collect() {
        this.set(Math.round(apiClock.skewMs / 1000));
      },
    });
    // Initialized with 0, because a series that begins with its first failure has no rate for it.
    for (const reason of FAILURE_REASONS) failures.inc({ reason }, 0);

    const started = async (signal: Signal | undefined): Promise<UpstreamClient> => {
      await pause(waiting, STARTING_WAIT_MS, signal);
      if (!client) throw problems.upstreamUnreachable(new Error("the embedded API has not started"));
      return client;
    };

    const check: Upstream["check"] = async (signal) => {
      if (!client) throw new Error("the embedded API has not started");
      const { status, body, headers } = await client.request({ method: "GET", path: "/healthz", signal });
      apiClock.observe(headers.date);
      if (!Buffer.isBuffer(body)) body.destroy();
      if (status === LOOP_STATUS) throw problems.loop();
      if (status >= 500) throw new Error(`the API answers ${status}`);
      if (status < 300) features = featuresIn(body);
      // A 404, or any other answer than the health call's own, proves only that something responds.
      return status < 300 ? undefined : "reachable";
    };
    app.health.register("upstream", check);
    app.decorate("upstream", {
      check,
      now: () => apiClock.now(),
      async features() {
        if (!features) await check(AbortSignal.timeout(FEATURES_WAIT_MS)).catch(() => {});
        return features ?? [];
      },
      async request(request: UpstreamRequest) {
        const target = client ?? (await started(request.signal));
        const began = performance.now();
        let status = 0;
        try {
          const answer = await target.request(request);
          status = answer.status;
          if (request.path.startsWith(UNCACHED)) apiClock.observe(answer.headers.date);
          return answer.headers["content-encoding"] === undefined ? answer : await decoded(answer);
        } catch (error) {
          const reason = failureReason(error);
          if (reason) failures.inc({ reason });
          throw error;
        } finally {
          durations.of(request.method, status)((performance.now() - began) / 1_000);
        }
      },
    });

    app.addHook("onClose", async () => {
      stop();
      await client?.destroy();
    });
  },
  { name: "upstream", dependencies: ["metrics", "health", "supervisor"] },
);

/** The names in the `features` of a health answer, as far as they are names. */
function featuresIn(body: UpstreamAnswer["body"]): string[] {
  if (!Buffer.isBuffer(body)) return [];
  try {
    const { features }: { features?: unknown } = JSON.parse(body.toString());
    const names: unknown[] = Array.isArray(features) ? features : [];
    return names
      .filter((name) => typeof name === "string" && /^[a-z][a-z0-9-]{0,39}$/.test(name))
      .slice(0, MAX_FEATURES) as string[];
  } catch {
    return [];
  }
}

function pause(waiting: Set<() => void>, ms: number, signal: Signal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (done: () => void) => () => {
      clearTimeout(timer);
      waiting.delete(resume);
      signal?.removeEventListener("abort", leave);
      done();
    };
    const resume = settle(resolve);
    const leave = settle(() => reject(signal?.reason));
    const timer = setTimeout(resume, ms);
    waiting.add(resume);
    signal?.addEventListener("abort", leave);
  });
}
