import { setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** How often a drain looks whether everything has been answered. */
const LOOK_MS = 50;
/** With nothing to answer for so long, connections without a whole request are closed. */
const QUIET_MS = 500;

/** A request without an answer when the process ended. */
interface CutRequest {
  method: string;
  path: string;
  ms: number;
}

/**
 * The way out of service: unready first, still serving for a delay in which balancers notice, then no new connections, then
 * the answers under way to their end.
 */
export class Drain {
  readonly #app: FastifyInstance;
  readonly #underWay = new Map<FastifyRequest, number>();
  readonly #listeners: ((delayMs: number) => void)[] = [];
  #active = false;

  constructor(app: FastifyInstance) {
    this.#app = app;
    app.addHook("onRequest", (request, reply, done) => {
      this.#underWay.set(request, performance.now());
      reply.raw.once("close", () => this.#underWay.delete(request));
      done();
    });
    app.addHook("onSend", (_request, reply, payload, done) => {
      if (this.#active) reply.raw.shouldKeepAlive = false;
      done(null, payload);
    });
  }

  /** Whether the process is going out of service. */
  get active(): boolean {
    return this.#active;
  }

  /** Calls at the begin, with the time in milliseconds over which to let go of long connections. */
  onBegin(listener: (delayMs: number) => void): void {
    this.#listeners.push(listener);
  }

  /** Begins, and resolves when the listener may close. */
  async begin(delayMs: number): Promise<void> {
    this.#start(delayMs);
    await delay(delayMs);
  }

  /**
   * Closes the app after {@link begin}: waits for the answers under way, at most `graceMs`.
   * @returns what had to be cut
   */
  async finish(graceMs: number): Promise<CutRequest[]> {
    this.#start(0);
    const closed = this.#app.close();
    const end = performance.now() + graceMs;
    let cut: CutRequest[] = [];
    let quietLooks = 0;
    const watch = setInterval(() => {
      const isLate = performance.now() > end;
      quietLooks = this.#underWay.size > 0 ? 0 : quietLooks + 1;
      if (quietLooks * LOOK_MS < QUIET_MS && !isLate) return;
      if (isLate && cut.length === 0) cut = this.#list();
      // What is still open has not sent a whole request, or had its time.
      this.#app.server.closeAllConnections();
    }, LOOK_MS);
    await closed.finally(() => clearInterval(watch));
    return cut;
  }

  #start(delayMs: number): void {
    if (this.#active) return;
    this.#active = true;
    // Also for answers that pass no hook: the next request of this client goes to another process.
    this.#app.server.prependListener("request", (_request, response) => {
      response.shouldKeepAlive = false;
    });
    for (const listener of this.#listeners) listener(delayMs);
  }

  #list(): CutRequest[] {
    const now = performance.now();
    return [...this.#underWay].map(([{ method, url }, began]) => {
      return { method, path: url.split("?", 1)[0] ?? "", ms: Math.round(now - began) };
    });
  }
}
