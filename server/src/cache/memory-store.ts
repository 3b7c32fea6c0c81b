import { LRUCache } from "lru-cache";
import type { CacheStore, StoredAnswer } from "./store.ts";

/** What an entry costs beside its texts and bytes: map slots, objects, buffers' heads. In bytes, rounded up. */
const ENTRY_OVERHEAD = 1_024;
/** Callers whose own invalidations are remembered one by one. */
const MAX_CALLERS = 10_000;

/** The store of one process: bounded in bytes by all that an entry holds. */
export class MemoryStore implements CacheStore {
  readonly #answers: LRUCache<string, StoredAnswer> | undefined;
  #sequence = 0;
  /** The last invalidation that concerned everybody. */
  #everybody = 0;
  readonly #callers = new LRUCache<string, number>({
    max: MAX_CALLERS,
    // Who is forgotten must not get old answers back: everybody's generation moves up to theirs.
    dispose: (last, _caller, reason) => {
      if (reason === "evict") this.#everybody = Math.max(this.#everybody, last);
    },
  });

  constructor(maxBytes: number, clock: () => number) {
    if (maxBytes <= 0) return;
    this.#answers = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: (answer, key) => sizeOf(key, answer),
      perf: { now: clock },
      ttlResolution: 0,
    });
  }

  /** Bytes held now. */
  get size(): number {
    return this.#answers?.calculatedSize ?? 0;
  }

  generation(caller: string): string {
    return String(Math.max(this.#everybody, this.#callers.get(caller) ?? 0));
  }

  invalidate(caller?: string): void {
    this.#sequence++;
    if (caller === undefined) this.#everybody = this.#sequence;
    else this.#callers.set(caller, this.#sequence);
  }

  get(key: string): StoredAnswer | undefined {
    return this.#answers?.get(key);
  }

  set(key: string, answer: StoredAnswer, keepMs: number): boolean {
    if (!this.#answers || keepMs <= 0) return false;
    this.#answers.set(key, answer, { ttl: keepMs });
    return this.#answers.has(key);
  }
}

function sizeOf(key: string, { headers, body }: StoredAnswer): number {
  const texts = Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length, key.length);
  // A character of a string may take two bytes.
  return ENTRY_OVERHEAD + 2 * texts + body.length;
}
