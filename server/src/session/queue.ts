/** Runs tasks with limited concurrency; further ones wait in order. */
export class Queue {
  readonly #waiting = new Set<() => void>();
  #free: number;

  constructor(concurrent: number) {
    this.#free = concurrent;
  }

  /** @throws the signal's reason when it aborts before `work` starts, and what `work` throws */
  async run<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#turn(signal);
    try {
      return await work();
    } finally {
      this.#next();
    }
  }

  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      const leave = () => {
        this.#waiting.delete(begin);
        reject(signal.reason);
      };
      this.#waiting.add(begin);
      signal.addEventListener("abort", leave, { once: true });
    });
  }

  #next(): void {
    const [begin] = this.#waiting;
    if (!begin) {
      this.#free += 1;
      return;
    }
    this.#waiting.delete(begin);
    begin();
  }
}
