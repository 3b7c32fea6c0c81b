interface QueueOptions {
  /** Maximum concurrent tasks. */
  concurrent: number;
  /** Maximum concurrent and waiting tasks of one owner. */
  ofOwner: { concurrent: number; waiting: number };
}

export class QueueFullError extends Error {
  override name = "QueueFullError";
}

/** The owner of tasks without a limit per owner. */
const NO_OWNER = "";

/**
 * Runs tasks with limited concurrency, in total and per owner. Owners take turns (round robin), so that the tasks of
 * one do not delay those of others; the tasks of one wait in order.
 */
export class FairQueue {
  readonly #options: QueueOptions;
  /** By owner. The first one whose task may run has the next turn. */
  readonly #owners = new Map<string, { active: number; waiting: Set<() => void> }>();
  #free: number;

  constructor(options: QueueOptions) {
    this.#options = options;
    this.#free = options.concurrent;
  }

  /**
   * @param owner undefined for a task without a limit of its own
   * @throws QueueFullError; the signal's reason when it aborts before `work` starts; what `work` throws
   */
  async run<Result>(work: () => Promise<Result>, signal: AbortSignal, owner = NO_OWNER): Promise<Result> {
    const ownerQueue = this.#owners.get(owner) ?? { active: 0, waiting: new Set() };
    this.#owners.set(owner, ownerQueue);
    if (this.#free > 0 && ownerQueue.active < this.#limitOf(owner)) this.#begin(ownerQueue);
    else if (owner !== NO_OWNER && ownerQueue.waiting.size >= this.#options.ofOwner.waiting) throw new QueueFullError();
    else await this.#turn(ownerQueue.waiting, signal).catch((error) => this.#leave(owner, error));
    try {
      return await work();
    } finally {
      this.#free++;
      ownerQueue.active--;
      this.#next();
      this.#forget(owner);
    }
  }

  #leave(owner: string, error: unknown): never {
    this.#forget(owner);
    throw error;
  }

  /** Removes an owner without tasks. */
  #forget(owner: string): void {
    const ownerQueue = this.#owners.get(owner);
    if (ownerQueue?.active === 0 && ownerQueue.waiting.size === 0) this.#owners.delete(owner);
  }

  #limitOf(owner: string): number {
    return owner === NO_OWNER ? this.#options.concurrent : this.#options.ofOwner.concurrent;
  }

  #begin(ownerQueue: { active: number }): void {
    this.#free--;
    ownerQueue.active++;
  }

  #turn(waiting: Set<() => void>, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      const leave = () => {
        waiting.delete(begin);
        reject(signal.reason);
      };
      waiting.add(begin);
      signal.addEventListener("abort", leave, { once: true });
    });
  }

  #next(): void {
    for (const [owner, ownerQueue] of this.#owners) {
      const [begin] = ownerQueue.waiting;
      if (!begin || ownerQueue.active >= this.#limitOf(owner)) continue;
      ownerQueue.waiting.delete(begin);
      // Its next turn comes after those of the others.
      this.#owners.delete(owner);
      this.#owners.set(owner, ownerQueue);
      this.#begin(ownerQueue);
      begin();
      return;
    }
  }
}
