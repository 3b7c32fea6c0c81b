import { setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance, FastifyReply } from "fastify";
import { Slots } from "./slots.ts";

/** How often a drain checks whether all requests have been answered. */
const POLL_MS = 50;
/** After this time without a running request, connections with an incomplete request are closed. */
const QUIET_MS = 500;

/** A request without a complete response when the process ended. */
interface CutRequest {
  method: string;
  path: string;
  ms: number;
}

/**
 * Shuts the process down in order: reports not ready but still serves, while load balancers notice; then accepts no new
 * connections; then waits until the running requests are answered.
 */
export class Drain {
  readonly #app: FastifyInstance;
  readonly #underWay = new Slots<FastifyReply>();
  readonly #listeners: ((delayMs: number) => void)[] = [];
  #active = false;

  constructor(app: FastifyInstance) {
    this.#app = app;
    app.addHook("onRequest", (_request, reply, done) => {
      const slot = this.#underWay.add(reply);
      // `close` also follows when the client disconnects early, which skips onResponse.
      reply.raw.on("close", () => this.#underWay.free(slot));
      done();
    });
  }

  /** Number of requests without a complete response. */
  get underWay(): number {
    return this.#underWay.size;
  }

  get active(): boolean {
    return this.#active;
  }

  /**
   * Calls the listener at the start of the drain, with the time in milliseconds over which to close long-lived
   * connections.
   */
  onBegin(listener: (delayMs: number) => void): void {
    this.#listeners.push(listener);
  }

  /** Starts the drain. Resolves when the listener may close. */
  async begin(delayMs: number): Promise<void> {
    this.#start(delayMs);
    await delay(delayMs);
  }

  /**
   * Closes the app after {@link begin}: waits for running requests, at most `graceMs`.
   * @returns the requests that were aborted
   */
  async finish(graceMs: number): Promise<CutRequest[]> {
    this.#start(0);
    const closed = this.#app.close();
    const end = performance.now() + graceMs;
    let cut: CutRequest[] = [];
    let quietPolls = 0;
    const watch = setInterval(() => {
      const isLate = performance.now() > end;
      quietPolls = this.#underWay.size > 0 ? 0 : quietPolls + 1;
      if (quietPolls * POLL_MS < QUIET_MS && !isLate) return;
      if (isLate && cut.length === 0) cut = this.#list();
      // The connections left have an incomplete request, or exceed the time limit.
      this.#app.server.closeAllConnections();
    }, POLL_MS);
    await closed.finally(() => clearInterval(watch));
    return cut;
  }

  #start(delayMs: number): void {
    if (this.#active) return;
    this.#active = true;
    // Closes the connection after the response, so that the client's next request goes to another process.
    for (const { raw } of this.#underWay.list()) raw.shouldKeepAlive = false;
    this.#app.server.prependListener("request", (_request, response) => {
      response.shouldKeepAlive = false;
    });
    for (const listener of this.#listeners) listener(delayMs);
  }

  #list(): CutRequest[] {
    return this.#underWay.list().map(({ elapsedTime, request: { method, url } }) => {
      return { method, path: url.split("?", 1)[0] ?? "", ms: Math.round(elapsedTime) };
    });
  }
}
