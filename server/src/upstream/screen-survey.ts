import { endpoints } from "@lamina/shared/calls/endpoints";
import { screenCalls } from "@lamina/shared/calls/screen-calls";
import { views } from "@lamina/shared/calls/views";
import { keysOf } from "@lamina/shared/core/keys";
import { DAY_MS } from "@lamina/shared/core/time";
import { listIn } from "@lamina/shared/core/wrapped-list";
import { screenFeature } from "@lamina/shared/screens/features";
import type { UpstreamRequest } from "./client.ts";
import type { UpstreamAnswer } from "./response-collector.ts";

type Screen = keyof typeof screenCalls;
type Request = (request: UpstreamRequest) => Promise<UpstreamAnswer>;

/** An API that got more services shows them after this time, or as soon as one of them answers. */
const REPEAT_MS = 600_000;
const CALL_TIMEOUT_MS = 10_000;
/** A small server gets no burst. */
const CONCURRENT = 4;
/** Statuses of a service that an API does not have. */
const ABSENT = new Set([404, 405, 501]);
/** Statuses of a service that is there, and refuses this call. */
const REFUSED = new Set([400, 403, 409, 422]);

const clientList = endpoints.clientGetAll;
const screens = keysOf(screenCalls);
const screenOfPath = new Map<string, Screen>(screens.map((screen) => [screenCalls[screen].path, screen]));

/**
 * Finds out which screens the API can feed: it makes the call of each screen once, with the token and a client of a
 * user whose list of clients has just been answered. Whatever is not known to be absent counts as there.
 */
export class ScreenSurvey {
  readonly #request: Request;
  readonly #elapsed: () => number;
  readonly #absent = new Set<Screen>();
  #surveyedAt: number | undefined;
  #isRunning = false;

  constructor(request: Request, elapsed: () => number) {
    this.#request = request;
    this.#elapsed = elapsed;
  }

  /**
   * Learns from an answer of the API: a list of clients begins a survey, and a screen's call that succeeds is there.
   * @returns the end of the survey that it began
   */
  observe({ method, path, headers }: UpstreamRequest, answer: UpstreamAnswer): Promise<void> | undefined {
    const { status, body } = answer;
    if (method !== "GET" || status < 200 || status > 299) return undefined;
    const call = path.split("?", 1)[0] ?? "";
    if (call !== clientList.path) {
      const screen = this.#absent.size > 0 ? screenOfPath.get(call) : undefined;
      if (screen && !isPage(answer)) this.#absent.delete(screen);
      return undefined;
    }
    const authorization = headers?.authorization;
    if (authorization === undefined || this.#isRunning || !this.#isDue() || !Buffer.isBuffer(body)) return undefined;
    const client = firstClient(body);
    if (client === undefined) return undefined;
    this.#isRunning = true;
    return this.#survey(authorization, client).finally(() => {
      this.#isRunning = false;
    });
  }

  /** The features of the screens that the API can feed; undefined until they are known. */
  names(): string[] | undefined {
    if (this.#surveyedAt === undefined) return undefined;
    return screens.filter((screen) => !this.#absent.has(screen)).map(screenFeature);
  }

  #isDue(): boolean {
    return this.#surveyedAt === undefined || this.#elapsed() - this.#surveyedAt > REPEAT_MS;
  }

  async #survey(authorization: string, client: string): Promise<void> {
    const ask = (path: string, query: Record<string, string>) => this.#ask(path, query, authorization);
    const now = Date.now();
    const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
    const range = { from: day(now - DAY_MS), to: day(now) };
    const sources = await ask(views.sources.path, { ID: client });
    const farm = sources.body && firstFarm(sources.body);
    // These two choose their farm from the sources; without one nothing is known of them.
    const ofFarm = async (screen: "forecast" | "charts", query: Record<string, string>) =>
      farm === undefined ? sources : ask(screenCalls[screen].path, query);
    const verdictOf = (screen: Screen) => {
      if (screen === "forecast") return ofFarm(screen, { ID: farm ?? "" });
      if (screen === "charts") return ofFarm(screen, { IDs: "", farmId: farm ?? "", ...range });
      return ask(screenCalls[screen].path, screen === "report" ? { ID: client, ...range } : { ID: client });
    };
    const asked = screens.filter((screen) => screen !== "config");
    for (let at = 0; at < asked.length; at += CONCURRENT) {
      await Promise.all(
        asked.slice(at, at + CONCURRENT).map(async (screen) => {
          const { isAbsent } = await verdictOf(screen);
          if (isAbsent) this.#absent.add(screen);
          else if (isAbsent === false) this.#absent.delete(screen);
        }),
      );
    }
    this.#surveyedAt = this.#elapsed();
  }

  /** `isAbsent`: undefined when the answer does not say. */
  async #ask(
    path: string,
    query: Record<string, string>,
    authorization: string,
  ): Promise<{ isAbsent: boolean | undefined; body?: Buffer }> {
    try {
      const answer = await this.#request({
        method: "GET",
        path: `${path}?${new URLSearchParams(query)}`,
        headers: { authorization, accept: "application/json", "accept-encoding": "identity" },
        signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
      });
      const { status, body } = answer;
      const whole = Buffer.isBuffer(body) ? body : undefined;
      if (!Buffer.isBuffer(body)) body.destroy();
      if (ABSENT.has(status) || (status < 300 && isPage(answer))) return { isAbsent: true };
      return status < 300 || REFUSED.has(status)
        ? { isAbsent: false, ...(whole && { body: whole }) }
        : { isAbsent: undefined };
    } catch {
      return { isAbsent: undefined };
    }
  }
}

/** Whether a page is in the place of an answer, because the site before the API takes every address. */
function isPage({ headers }: UpstreamAnswer): boolean {
  return String(headers["content-type"]).includes("text/html");
}

/** The `_id` of the first client of a list that has one. */
function firstClient(body: Buffer): string | undefined {
  return firstId(listIn(parsed(body)));
}

function firstFarm(body: Buffer): string | undefined {
  const sources = parsed(body);
  return typeof sources === "object" && sources !== null && "farms" in sources
    ? firstId(listIn(sources.farms))
    : undefined;
}

function firstId(list: readonly unknown[] | undefined): string | undefined {
  for (const element of list ?? []) {
    const { _id } = (element ?? {}) as { _id?: unknown };
    const id = typeof _id === "object" && _id !== null && "$oid" in _id ? _id.$oid : _id;
    if (typeof id === "string" || typeof id === "number") return String(id);
  }
  return undefined;
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}
