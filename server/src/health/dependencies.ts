import { setTimeout as delay } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { reasonOf } from "../errors.ts";

/** `reachable`: it responds, but has no health call that says whether it works. `slow`: it works, but answers late. */
type DependencyState = "up" | "slow" | "down" | "reachable" | "unused";
type Usable = Exclude<DependencyState, "up" | "slow" | "down">;

/** A dependency that answers later than this is slow, in milliseconds. */
const SLOW_MS = 1_000;

/**
 * Returns when the dependency is usable, or with another state than "up"; rejects or throws when it is down.
 * `signal` aborts at the time limit.
 */
export type HealthCheck = (signal: AbortSignal) => Promise<Usable | undefined> | Usable | undefined;

interface DependenciesOptions {
  /** Time limit of a check, after which the dependency is down. */
  timeoutMs: number;
  /** Time that a question waits for the running check; then the last finished one answers. */
  patienceMs: number;
  cacheMs: number;
  log: Pick<FastifyBaseLogger, "info" | "warn">;
}

/** The programs that this process depends on, with their states. */
export class Dependencies {
  readonly #options: DependenciesOptions;
  readonly #checks = new Map<string, HealthCheck>();
  /** Dependencies that failed their last check. */
  readonly #down = new Set<string>();
  readonly #last = new Map<string, DependencyState>();
  #round: Promise<unknown> | undefined;
  #expiry: NodeJS.Timeout | undefined;

  constructor(options: DependenciesOptions) {
    this.#options = options;
  }

  register(name: string, check: HealthCheck): void {
    this.#checks.set(name, check);
  }

  /** The states by the last finished checks; `slow` before a first one has finished. */
  async states(): Promise<Record<string, DependencyState>> {
    this.#round ??= this.#checkAll();
    const patience = new AbortController();
    const waited = delay(this.#options.patienceMs, undefined, { ref: false, signal: patience.signal }).catch(() => {});
    await Promise.race([this.#round, waited]);
    patience.abort();
    return Object.fromEntries([...this.#checks.keys()].map((name) => [name, this.#last.get(name) ?? "slow"]));
  }

  close(): void {
    clearTimeout(this.#expiry);
  }

  async #checkAll(): Promise<void> {
    const checks = [...this.#checks].map(async ([name, check]) => {
      this.#last.set(name, await this.#stateOf(name, check));
    });
    await Promise.all(checks);
    this.#expiry = setTimeout(() => {
      this.#round = undefined;
    }, this.#options.cacheMs).unref();
  }

  async #stateOf(name: string, check: HealthCheck): Promise<DependencyState> {
    const signal = AbortSignal.timeout(this.#options.timeoutMs);
    const limit = new Promise<never>((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    });
    const began = performance.now();
    try {
      const usable = await Promise.race([(async () => check(signal))(), limit]);
      const state = usable ?? (performance.now() - began > SLOW_MS ? "slow" : "up");
      if (this.#down.delete(name)) this.#options.log.info({ dependency: name }, "dependency is up");
      return state;
    } catch (error) {
      // Once, because probes repeat the check every second, and without the stack, which is always the check's own.
      if (!this.#down.has(name))
        this.#options.log.warn({ dependency: name, reason: reasonOf(error) }, "dependency is down");
      this.#down.add(name);
      return "down";
    }
  }
}
