import type { FastifyBaseLogger } from "fastify";

/** The header has whole seconds, and the answer took some. */
const TOLERANCE_MS = 5_000;
/** A smaller change of the difference is not logged again. */
const LOGGED_CHANGE_MS = 60_000;

/**
 * The clock of the API, which issues the tokens and judges their expiry. Learnt from the `Date` of answers that no cache
 * stores.
 */
export class ApiClock {
  readonly #clock: () => number;
  readonly #log: Pick<FastifyBaseLogger, "warn" | "info">;
  #skewMs = 0;
  #loggedMs = 0;

  constructor(clock: () => number, log: Pick<FastifyBaseLogger, "warn" | "info">) {
    this.#clock = clock;
    this.#log = log;
  }

  /** How far the API's clock is ahead of this server's, ms; 0 while they agree. */
  get skewMs(): number {
    return this.#skewMs;
  }

  /** Milliseconds since the epoch by the API's clock. */
  now(): number {
    return this.#clock() + this.#skewMs;
  }

  observe(date: unknown): void {
    const difference = (typeof date === "string" ? Date.parse(date) : Number.NaN) - this.#clock();
    if (Number.isNaN(difference)) return;
    this.#skewMs = Math.abs(difference) < TOLERANCE_MS ? 0 : difference;
    if (Math.abs(this.#skewMs - this.#loggedMs) < LOGGED_CHANGE_MS) return;
    this.#loggedMs = this.#skewMs;
    const skewS = Math.round(this.#skewMs / 1000);
    if (skewS === 0) this.#log.info("the API's clock agrees with this server's");
    else this.#log.warn({ skewS }, "the API's clock differs: tokens are judged by it; set the clocks of both (NTP)");
  }
}
