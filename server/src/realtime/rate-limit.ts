/** Token bucket: `burst` at once, refilled at `perSecond`. */
export class RateLimit {
  #left: number;
  #at: number;
  readonly #burst: number;
  readonly #perSecond: number;
  readonly #now: () => number;

  constructor(burst: number, perSecond: number, now: () => number) {
    this.#burst = burst;
    this.#perSecond = perSecond;
    this.#now = now;
    this.#left = burst;
    this.#at = now();
  }

  take(cost = 1): boolean {
    const now = this.#now();
    this.#left = Math.min(this.#burst, this.#left + (Math.max(0, now - this.#at) / 1000) * this.#perSecond);
    this.#at = now;
    if (this.#left < cost) return false;
    this.#left -= cost;
    return true;
  }
}
