import { LRUCache } from "lru-cache";
import type { CacheStore, StoredAnswer } from "./store.ts";

/** Measured overhead of an entry beside its texts and bytes: map slots, objects, buffer headers. In bytes. */
const ENTRY_OVERHEAD = 1_024;
/** Largest share of all bytes for the entries of one caller, so that no caller evicts those of all others. */
const CALLER_SHARE = 0.25;
/** Callers with an invalidation remembered for each of them. */
const MAX_CALLERS = 10_000;

/** Follows the entries of the store: is informed at once of each that is dropped or invalidated. */
interface StoreIndex {
  drop(key: string): void;
  /** Of one caller, or of all callers when it is omitted. */
  clear(caller?: string): void;
}

/** The store of one process. Its size in bytes is bounded and counts everything that an entry holds. */
export class MemoryStore implements CacheStore {
  readonly #maxBytes: number;
  #index: StoreIndex | undefined;
  /** Bytes held, by caller; entries without a caller are not counted. */
  readonly #bytes = new Map<string, number>();
  readonly #owners = new Map<string, { caller: string; bytes: number }>();
  readonly #answers: LRUCache<string, StoredAnswer> | undefined;
  #sequence = 0;
  /** The last invalidation for all callers. */
  #everybody = 0;
  readonly #callers = new LRUCache<string, number>({
    max: MAX_CALLERS,
    // An evicted caller must not get old entries back, so the generation of all callers moves up to theirs.
    dispose: (last, _caller, reason) => {
      if (reason !== "evict") return;
      this.#everybody = Math.max(this.#everybody, last);
      this.#clear();
    },
  });

  constructor(maxBytes: number, clock: () => number) {
    this.#maxBytes = maxBytes;
    if (maxBytes <= 0) return;
    this.#answers = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: (answer, key) => sizeOf(key, answer),
      perf: { now: clock },
      ttlResolution: 0,
      dispose: (_answer, key) => {
        this.#index?.drop(key);
        this.#release(key);
      },
    });
  }

  /** Informs an index of all later changes of the entries. */
  follow(index: StoreIndex): void {
    this.#index = index;
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
    if (caller === undefined) {
      this.#everybody = this.#sequence;
      this.#clear();
    } else {
      this.#callers.set(caller, this.#sequence);
      this.#index?.clear(caller);
    }
  }

  /** Whether this answer is stored under the key and the generation is the caller's current one. */
  holds(key: string, answer: StoredAnswer, caller: string, generation: string): boolean {
    return this.#answers?.peek(key) === answer && this.generation(caller) === generation;
  }

  get(key: string): StoredAnswer | undefined {
    return this.#answers?.get(key);
  }

  set(key: string, answer: StoredAnswer, keepMs: number, caller?: string): boolean {
    if (!this.#answers || keepMs <= 0) return false;
    const bytes = sizeOf(key, answer);
    const replaced = this.#owners.get(key)?.bytes ?? 0;
    const held = caller === undefined ? 0 : (this.#bytes.get(caller) ?? 0) - replaced;
    if (caller !== undefined && held + bytes > this.#maxBytes * CALLER_SHARE) return false;
    this.#answers.set(key, answer, { ttl: keepMs });
    const isKept = this.#answers.has(key);
    if (isKept && caller !== undefined) {
      this.#owners.set(key, { caller, bytes });
      this.#bytes.set(caller, (this.#bytes.get(caller) ?? 0) + bytes);
    }
    return isKept;
  }

  #release(key: string): void {
    const owner = this.#owners.get(key);
    if (!owner) return;
    this.#owners.delete(key);
    const left = (this.#bytes.get(owner.caller) ?? 0) - owner.bytes;
    if (left > 0) this.#bytes.set(owner.caller, left);
    else this.#bytes.delete(owner.caller);
  }

  /** Frees the memory of entries that no key of a current generation can reach. */
  #clear(): void {
    this.#index?.clear();
    this.#answers?.clear();
  }
}

function sizeOf(key: string, { headers, body }: StoredAnswer): number {
  const texts = Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length, key.length);
  // A character of a string may take two bytes.
  return ENTRY_OVERHEAD + 2 * texts + body.length;
}
