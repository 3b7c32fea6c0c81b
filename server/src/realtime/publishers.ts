import { HOUR_MS, MINUTE_MS } from "@lamina/shared/core/time";
import { LRUCache } from "lru-cache";
import { atMost } from "../lru.ts";

/** How long a user cannot publish after the first break of the link; each further one is four times as long. */
const FIRST_MS = MINUTE_MS;
const FACTOR = 4;
const MAX_USERS = 10_000;

/**
 * The users whose publications may have broken the broker's link, which all users share: the broker closes it for a
 * message over its limit, or on a topic that it forbids.
 */
export class Publishers {
  readonly #elapsed: () => number;
  readonly #underWay = new Map<string, number>();
  readonly #charged = new LRUCache<string, { breaks: number; until: number }>(atMost(MAX_USERS));

  constructor(elapsed: () => number) {
    this.#elapsed = elapsed;
  }

  mayPublish(user: string): boolean {
    return (this.#charged.get(user)?.until ?? Number.NEGATIVE_INFINITY) <= this.#elapsed();
  }

  begin(user: string): void {
    this.#underWay.set(user, (this.#underWay.get(user) ?? 0) + 1);
  }

  end(user: string, { acknowledged }: { acknowledged: boolean }): void {
    if (acknowledged) this.#charged.delete(user);
    const left = (this.#underWay.get(user) ?? 1) - 1;
    if (left > 0) this.#underWay.set(user, left);
    else this.#underWay.delete(user);
  }

  /** Charges all whose publications are unacknowledged as the link breaks. */
  linkBroken(): void {
    for (const user of this.#underWay.keys()) {
      const breaks = (this.#charged.get(user)?.breaks ?? 0) + 1;
      const until = this.#elapsed() + Math.min(FIRST_MS * FACTOR ** (breaks - 1), HOUR_MS);
      this.#charged.set(user, { breaks, until });
    }
  }
}
