/** Initial limit of concurrent requests that may open a connection. */
const FIRST_ROOM = 8;
/** How long such a request occupies its place. A nearby API has answered by then. */
const PLACE_MS = 60;

/**
 * Limits concurrent connection attempts: a TLS handshake costs several times as much as a request, so a burst on a cold
 * pool is answered sooner by a few connections. While requests wait, the limit is doubled every {@link PLACE_MS}, so
 * that a slow API is not delayed.
 */
export class SlowStart {
  #connections = 0;
  #active = 0;
  #room = FIRST_ROOM;
  readonly #places = new Set<NodeJS.Timeout>();
  readonly #waiting = new Set<() => void>();

  connected(): void {
    this.#connections++;
    this.#admit();
  }

  disconnected(): void {
    this.#connections--;
  }

  /**
   * Lets a request begin, which ends with {@link leave}.
   * @param ended rejects when the request no longer needs its turn
   * @returns a promise when it must wait, which rejects with what `ended` rejects with
   */
  enter(ended: Promise<unknown>): Promise<void> | undefined {
    if (this.#waiting.size > 0 || !this.#mayBegin()) return this.#wait(ended);
    this.#begin();
    return undefined;
  }

  /** Ends a request that has begun. One that failed may have had no connection, so it gives its place back at once. */
  leave({ failed }: { failed: boolean }): void {
    this.#active--;
    const [place] = this.#places;
    if (failed && place) this.#giveBack(place);
    this.#admit();
  }

  #mayBegin(): boolean {
    return this.#active < this.#connections || this.#places.size < this.#room;
  }

  #begin(): void {
    if (this.#active >= this.#connections) {
      const place = setTimeout(() => {
        if (this.#waiting.size > 0) this.#room++;
        this.#giveBack(place);
        this.#admit();
      }, PLACE_MS);
      this.#places.add(place);
    }
    this.#active++;
  }

  #giveBack(place: NodeJS.Timeout): void {
    clearTimeout(place);
    this.#places.delete(place);
    if (this.#places.size === 0 && this.#waiting.size === 0) this.#room = FIRST_ROOM;
  }

  #admit(): void {
    for (const next of this.#waiting) {
      if (!this.#mayBegin()) return;
      this.#waiting.delete(next);
      this.#begin();
      next();
    }
  }

  async #wait(ended: Promise<unknown>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.add(resolve);
    try {
      await Promise.race([promise, ended]);
    } catch (error) {
      // It was admitted in the same moment, so its turn is passed on.
      if (!this.#waiting.delete(resolve)) this.leave({ failed: true });
      throw error;
    }
  }
}
