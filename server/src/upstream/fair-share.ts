/** Limits the concurrent requests of one caller, so that it cannot occupy every connection. Others wait in order. */
export class FairShare {
  readonly #limit: number;
  readonly #callers = new Map<string, { active: number; waiting: Set<() => void> | undefined }>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * Takes a place of the caller, to be given back with {@link leave}.
   * @param ended rejects when the request no longer needs its place
   * @returns a promise when the caller must wait, which rejects with what `ended` rejects with
   */
  enter(caller: string, ended: Promise<unknown>): Promise<void> | undefined {
    const share = this.#callers.get(caller);
    if (!share) this.#callers.set(caller, { active: 1, waiting: undefined });
    else if (share.active < this.#limit) share.active++;
    else {
      share.waiting ??= new Set();
      return this.#wait(caller, share.waiting, ended);
    }
    return undefined;
  }

  async #wait(caller: string, waiting: Set<() => void>, ended: Promise<unknown>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.add(resolve);
    try {
      await Promise.race([promise, ended]);
    } catch (error) {
      // The place was granted in the same moment, so it is passed to the next waiter.
      if (!waiting.delete(resolve)) this.leave(caller);
      throw error;
    }
  }

  /** Gives a place back, to the first of the caller's requests that wait. */
  leave(caller: string): void {
    const share = this.#callers.get(caller);
    if (!share) return;
    const [next] = share.waiting ?? [];
    if (next) {
      share.waiting?.delete(next);
      next();
    } else if (--share.active === 0) this.#callers.delete(caller);
  }
}
