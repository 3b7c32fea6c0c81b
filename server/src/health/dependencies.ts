import type { FastifyBaseLogger } from "fastify";
import { reasonOf } from "../errors.ts";

/** `reachable`: it responds, but has no health call that says whether it works. */
type DependencyState = "up" | "down" | "reachable" | "unused";
type Usable = Exclude<DependencyState, "up" | "down">;

/**
 * Returns when the dependency is usable, or with another state than "up"; rejects or throws when it is down.
 * `signal` aborts at the time limit.
 */
export type HealthCheck = (signal: AbortSignal) => Promise<Usable | undefined> | Usable | undefined;

interface DependenciesOptions {
  timeoutMs: number;
  cacheMs: number;
  log: Pick<FastifyBaseLogger, "info" | "warn">;
}

/** The programs that this process depends on, with their states. */
export class Dependencies {
  readonly #options: DependenciesOptions;
  readonly #checks = new Map<string, HealthCheck>();
  /** Dependencies that failed their last check. */
  readonly #down = new Set<string>();
  #round: Promise<Record<string, DependencyState>> | undefined;
  #expiry: NodeJS.Timeout | undefined;

  constructor(options: DependenciesOptions) {
    this.#options = options;
  }

  register(name: string, check: HealthCheck): void {
    this.#checks.set(name, check);
  }

  states(): Promise<Record<string, DependencyState>> {
    this.#round ??= this.#checkAll();
    return this.#round;
  }

  close(): void {
    clearTimeout(this.#expiry);
  }

  async #checkAll(): Promise<Record<string, DependencyState>> {
    const states = await Promise.all(
      [...this.#checks].map(async ([name, check]) => [name, await this.#stateOf(name, check)] as const),
    );
    this.#expiry = setTimeout(() => {
      this.#round = undefined;
    }, this.#options.cacheMs).unref();
    return Object.fromEntries(states);
  }

  async #stateOf(name: string, check: HealthCheck): Promise<DependencyState> {
    const signal = AbortSignal.timeout(this.#options.timeoutMs);
    const limit = new Promise<never>((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    });
    try {
      const state = (await Promise.race([(async () => check(signal))(), limit])) ?? "up";
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
