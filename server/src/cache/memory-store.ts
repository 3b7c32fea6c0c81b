import { LRUCache } from "lru-cache";
import { CALLER_SLOTS, callerSlot } from "./caller-slot.ts";
import type { CacheStore, StoredAnswer } from "./store.ts";

/** Measured overhead of an entry beside its texts and bytes: map slots, objects, buffer headers. In bytes. */
const ENTRY_OVERHEAD = 1_024;
/** Maximum share of all bytes for the entries of one user, so that no user evicts those of all others. */
const OWNER_SHARE = 0.25;

/** In place of the client of answers without one. */
const NO_CLIENT = "";

/** Follows the entries of the store: is informed at once of each that is dropped or invalidated. */
interface StoreIndex {
  drop(key: string): void;
  /** Of one caller, or of all callers when it is omitted. */
  clear(caller?: string): void;
}

interface Entry {
  answer: StoredAnswer;
  owner: string | undefined;
  size: number;
}

/** The store of one process. Its size in bytes is bounded and counts everything that an entry holds. */
export class MemoryStore implements CacheStore {
  readonly #maxBytes: number;
  #index: StoreIndex | undefined;
  /** Bytes held, by owner; entries without one are not counted. */
  readonly #bytes = new Map<string, number>();
  /** The keys of the entries of each client. */
  readonly #clients = new Map<string, Set<string>>();
  readonly #answers: LRUCache<string, Entry> | undefined;
  #sequence = 0;
  #everybody = 0;
  /** The last invalidation for the callers of each slot. */
  readonly #slots = new Float64Array(CALLER_SLOTS);

  constructor(maxBytes: number, elapsed: () => number) {
    this.#maxBytes = maxBytes;
    if (maxBytes <= 0) return;
    this.#answers = new LRUCache({
      maxSize: maxBytes,
      perf: { now: elapsed },
      ttlResolution: 0,
      dispose: (entry, key) => {
        this.#index?.drop(key);
        this.#release(key, entry);
      },
    });
  }

  /** Informs an index of all later changes of the entries. */
  follow(index: StoreIndex): void {
    this.#index = index;
  }

  usage() {
    return { bytes: this.#answers?.calculatedSize ?? 0, limit: this.#maxBytes };
  }

  generation(caller: string): string {
    return String(Math.max(this.#everybody, this.#slots[callerSlot(caller)] ?? 0));
  }

  invalidate(caller?: string): void {
    this.#sequence++;
    if (caller === undefined) {
      this.#everybody = this.#sequence;
      this.#clear();
    } else {
      this.#slots[callerSlot(caller)] = this.#sequence;
      this.#index?.clear(caller);
    }
  }

  invalidateClient(client: string): void {
    for (const name of [client, NO_CLIENT]) {
      for (const key of this.#clients.get(name) ?? []) this.#answers?.delete(key);
    }
  }

  /** Whether this answer is stored under the key and the generation is the caller's current one. */
  holds(key: string, answer: StoredAnswer, caller: string, generation: string): boolean {
    return this.#answers?.peek(key)?.answer === answer && this.generation(caller) === generation;
  }

  get(key: string): StoredAnswer | undefined {
    return this.#answers?.get(key)?.answer;
  }

  set(key: string, answer: StoredAnswer, keepMs: number, owner?: string): boolean {
    if (!this.#answers || keepMs <= 0) return false;
    const size = sizeOf(key, answer);
    if (size > this.#maxBytes) return false;
    if (owner !== undefined) {
      const replaced = this.#answers.peek(key)?.size ?? 0;
      const held = this.#bytes.get(owner) ?? 0;
      if (held - replaced + size > this.#maxBytes * OWNER_SHARE) return false;
      this.#bytes.set(owner, held + size);
    }
    this.#answers.set(key, { answer, owner, size }, { ttl: keepMs, size });
    // After the entry that it replaces is released.
    const { client = NO_CLIENT } = answer;
    const keys = this.#clients.get(client);
    if (keys) keys.add(key);
    else this.#clients.set(client, new Set([key]));
    return true;
  }

  #release(key: string, { answer: { client = NO_CLIENT }, owner, size }: Entry): void {
    const keys = this.#clients.get(client);
    if (keys?.delete(key) && keys.size === 0) this.#clients.delete(client);
    if (owner === undefined) return;
    const remaining = (this.#bytes.get(owner) ?? 0) - size;
    if (remaining > 0) this.#bytes.set(owner, remaining);
    else this.#bytes.delete(owner);
  }

  /** Frees the memory of entries that no key of a current generation can reach. */
  #clear(): void {
    this.#index?.clear();
    this.#clients.clear();
    this.#answers?.clear();
  }
}

function sizeOf(key: string, { headers, body }: StoredAnswer): number {
  let texts = key.length;
  for (const name in headers) texts += name.length + (headers[name]?.length ?? 0);
  // A character of a string may take two bytes.
  return ENTRY_OVERHEAD + 2 * texts + body.length;
}
