/** Limits the concurrent requests of one caller, so that it cannot occupy every connection. Others wait in order. */
export class FairShare {
  readonly #limit: number;
  readonly #callers = new Map<string, { active: number; waiting: Set<() => void> }>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * Waits for a place of the caller.
   * @param ended rejects when the request no longer needs its place
   * @returns a function that frees the place
   * @throws what `ended` rejects with
   */
  async enter(caller: string, ended: Promise<unknown>): Promise<() => void> {
    const share = this.#callers.get(caller) ?? { active: 0, waiting: new Set() };
    this.#callers.set(caller, share);
    if (share.active < this.#limit) share.active++;
    else {
      const { promise, resolve } = Promise.withResolvers<void>();
      share.waiting.add(resolve);
      try {
        await Promise.race([promise, ended]);
      } catch (error) {
        // The place was granted in the same moment, so it is passed to the next waiter.
        if (!share.waiting.delete(resolve)) this.#leave(caller);
        throw error;
      }
    }
    return () => this.#leave(caller);
  }

  #leave(caller: string): void {
    const share = this.#callers.get(caller);
    if (!share) return;
    const [next] = share.waiting;
    if (next) {
      share.waiting.delete(next);
      next();
    } else if (--share.active === 0) this.#callers.delete(caller);
  }
}
