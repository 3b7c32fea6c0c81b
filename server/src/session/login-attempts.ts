import { LRUCache } from "lru-cache";

/** One thing that attempts are counted for, and how many it may have. */
export interface Counted {
  key: string;
  limit: number;
}

/** Attempts that count under a key, this one included, and for how long they do, in milliseconds. */
export interface Count {
  count: number;
  leftMs: number;
}

/** Where attempts are counted: in the process, or shared between BFFs. Undefined while the shared one cannot be asked. */
export interface LoginAttempts {
  /** Counts one attempt under each. The first one begins the window of its key. */
  add(counted: readonly Counted[]): Promise<Count[] | undefined>;
  /** Takes one attempt back. */
  remove(keys: readonly string[]): Promise<void>;
  clear(key: string): Promise<void>;
  /** Remembers that a login succeeded under this key. */
  remember(key: string): Promise<void>;
  knows(key: string): Promise<boolean | undefined>;
}

/** Keys whose attempts are under their limit: the longest silent are forgotten first. */
const MAX_COUNTING = 50_000;
/** Keys at their limit are kept apart: inventing users frees no blocked one. */
const MAX_BLOCKED = 200_000;
/** Users with an address that succeeded. */
const MAX_KNOWN = 50_000;

interface Attempts {
  count: number;
  until: number;
}

/** Counts in the process. */
export class MemoryAttempts implements LoginAttempts {
  readonly #windowMs: number;
  readonly #clock: () => number;
  readonly #counting = new LRUCache<string, Attempts>({ max: MAX_COUNTING });
  readonly #blocked = new LRUCache<string, Attempts>({ max: MAX_BLOCKED });
  readonly #known = new LRUCache<string, true>({ max: MAX_KNOWN });

  constructor(windowMs: number, clock: () => number) {
    this.#windowMs = windowMs;
    this.#clock = clock;
  }

  async add(counted: readonly Counted[]): Promise<Count[]> {
    const now = this.#clock();
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
      const attempts = this.#current(key, this.#clock());
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
