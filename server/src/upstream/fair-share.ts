/**
 * Bounds how many requests of one caller are under way at once, so that one caller cannot hold every connection. More of
 * them wait in their order.
 */
export class FairShare {
  readonly #limit: number;
  readonly #callers = new Map<string, { active: number; waiting: Set<() => void> }>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * Takes a place of a caller, at once or when one is free.
   * @param ended rejects when the request no longer wants its place
   * @returns what gives the place back
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
        // A waiter that gave up in the moment of its turn passes the turn on.
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
