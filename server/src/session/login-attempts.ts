import { LRUCache } from "lru-cache";
import { atMost } from "../lru.ts";

/** A key that attempts are counted under, and its limit. */
export interface Counted {
  key: string;
  limit: number;
}

/** Attempts under a key, this one included, and the rest of its window in milliseconds. */
export interface Count {
  count: number;
  leftMs: number;
}

/**
 * Counts login attempts, in the process or shared between BFFs. `add` resolves to undefined while the shared store is
 * unavailable.
 */
export interface LoginAttempts {
  /** Counts one attempt under each key. The first one starts the key's window. */
  add(counted: readonly Counted[]): Promise<Count[] | undefined>;
  /** Subtracts one attempt. */
  remove(keys: readonly string[]): Promise<void>;
  clear(key: string): Promise<void>;
  /** Remembers a successful login under this key. */
  remember(key: string): Promise<void>;
  knows(key: string): Promise<boolean | undefined>;
}

/** Maximum keys below their limit; the least recently used are evicted first. */
const MAX_COUNTING = 50_000;
/** Maximum keys at their limit. Stored separately, so that invented users evict no blocked one. */
const MAX_BLOCKED = 200_000;
/** Maximum stored pairs of a user and an address with a successful login. */
const MAX_KNOWN = 50_000;

interface Attempts {
  count: number;
  until: number;
}

/** Counts in the process. */
export class MemoryAttempts implements LoginAttempts {
  readonly #windowMs: number;
  readonly #elapsed: () => number;
  readonly #counting = new LRUCache<string, Attempts>(atMost(MAX_COUNTING));
  readonly #blocked = new LRUCache<string, Attempts>(atMost(MAX_BLOCKED));
  readonly #known = new LRUCache<string, true>(atMost(MAX_KNOWN));

  constructor(windowMs: number, elapsed: () => number) {
    this.#windowMs = windowMs;
    this.#elapsed = elapsed;
  }

  async add(counted: readonly Counted[]): Promise<Count[]> {
    const now = this.#elapsed();
    return counted.map(({ key, limit }) => {
      const attempts = this.#current(key, now) ?? { count: 0, until: now + this.#windowMs };
      attempts.count += 1;
      const [home, other] = attempts.count >= limit ? [this.#blocked, this.#counting] : [this.#counting, this.#blocked];
      other.delete(key);
      home.set(key, attempts);
      return { count: attempts.count, leftMs: attempts.until - now };
    });
  }

  async remove(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      const attempts = this.#current(key, this.#elapsed());
      if (attempts) attempts.count -= 1;
    }
  }

  async clear(key: string): Promise<void> {
    this.#counting.delete(key);
    this.#blocked.delete(key);
  }

  async remember(key: string): Promise<void> {
    this.#known.set(key, true);
  }

  async knows(key: string): Promise<boolean> {
    return this.#known.get(key) ?? false;
  }

  #current(key: string, now: number): Attempts | undefined {
    const attempts = this.#blocked.get(key) ?? this.#counting.get(key);
    return attempts && attempts.until > now ? attempts : undefined;
  }
}
