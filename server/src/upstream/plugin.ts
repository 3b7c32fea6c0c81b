import { setTimeout as sleep } from "node:timers/promises";
import { endpoints } from "@lamina/shared/calls/endpoints";
import type { ApiFeature } from "@lamina/shared/messages/runtime-config";
import { isScreenFeature } from "@lamina/shared/screens/features";
import fastifyPlugin from "fastify-plugin";
import { Counter, Gauge } from "prom-client";
import type { Signal } from "../departure.ts";
import { problems } from "../errors.ts";
import { LOOP_STATUS } from "../via.ts";
import { ApiClock } from "./api-clock.ts";
import { jsonInUtf8 } from "./charset.ts";
import { UpstreamClient, type UpstreamRequest } from "./client.ts";
import { decoded } from "./decode.ts";
import { FAILURE_REASONS, failureReason } from "./failure-reason.ts";
import type { UpstreamAnswer } from "./response-collector.ts";
import { ScreenSurvey } from "./screen-survey.ts";
import { refuseCutJson } from "./whole-json.ts";

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
  /**
   * The features that the API's last health answer listed, and the screens that a survey found. Asks first where none is
   * known, and waits for a survey. Undefined without an answer.
   */
  features(): Promise<readonly string[] | undefined>;
  /** Whether the API's last health answer listed a feature; undefined while there was none. */
  lists(feature: ApiFeature): boolean | undefined;
}

interface UpstreamPluginOptions {
  timeoutMs: number;
  /** Whether the screens of an API that lists none are found by asking for them. */
  surveys: boolean;
}

/** Maximum wait of a call for the embedded API to start. */
const STARTING_WAIT_MS = 10_000;
/** The page waits for its configuration, so that a slow API costs it little. */
const FEATURES_WAIT_MS = 500;
const SURVEY_WAIT_MS = 3_000;
const MAX_FEATURES = 100;
/** Logins and renewals, whose answers no cache stores. */
const UNCACHED = "/Authentication/";
/** In seconds, up to the deadline of §5 (30 s). */
const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** The connection to the API. */
export const upstream = fastifyPlugin<UpstreamPluginOptions>(
  async (app, { timeoutMs, surveys }) => {
    const apiClock = new ApiClock(app.clock, app.log);
    let client: UpstreamClient | undefined;
    const waiting = new Set<() => void>();
    let features: readonly string[] | undefined;
    let asking: Promise<unknown> | undefined;
    let survey: ScreenSurvey | undefined;
    /** What is being found out about the screens; it never rejects. */
    let learning: Promise<unknown> = Promise.resolve();
    const stop = app.upstreamTarget.watch(({ url, ca }) => {
      features = undefined;
      survey = surveys ? new ScreenSurvey((request) => app.upstream.request(request), app.elapsed) : undefined;
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
      features = status < 300 ? featuresIn(body) : [];
      // A 404, or any other answer than the health call's own, proves only that something responds.
      return status < 300 ? undefined : "reachable";
    };
    const askFeatures = () => {
      asking ??= check(AbortSignal.timeout(timeoutMs))
        .catch(() => {})
        .finally(() => {
          asking = undefined;
        });
      return asking;
    };
    const learn = (current: ScreenSurvey, request: UpstreamRequest, answer: UpstreamAnswer) => {
      if (features?.some(isScreenFeature)) return;
      if (features) learning = current.observe(request, answer) ?? learning;
      // The API may list its screens, which spares it the survey.
      else if (request.path === endpoints.clientGetAll.path && answer.status < 300)
        learning = askFeatures().then(() =>
          features?.some(isScreenFeature) ? undefined : current.observe(request, answer),
        );
    };
    app.health.register("upstream", check);
    app.decorate("upstream", {
      check,
      now: () => apiClock.now(),
      async features() {
        if (!features) await within(FEATURES_WAIT_MS, askFeatures());
        await within(SURVEY_WAIT_MS, learning);
        const screens = survey?.names();
        return features || screens ? [...(features ?? []), ...(screens ?? [])] : undefined;
      },
      lists: (feature) => features?.includes(feature),
      async request(request: UpstreamRequest) {
        const target = client ?? (await started(request.signal));
        const began = performance.now();
        let status = 0;
        try {
          const answer = await target.request(request);
          status = answer.status;
          if (request.path.startsWith(UNCACHED)) apiClock.observe(answer.headers.date);
          const { "content-encoding": encoding } = answer.headers;
          const plain = jsonInUtf8(encoding === undefined ? answer : await decoded(answer));
          if (request.method === "GET") refuseCutJson(answer, plain.body);
          if (survey) learn(survey, request, plain);
          return plain;
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

/** Resolves with the work, or after a time. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const patience = new AbortController();
  await Promise.race([work, sleep(ms, undefined, { signal: patience.signal, ref: false }).catch(() => {})]);
  patience.abort();
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
