/** A complete 200 of the API, ready to be sent again to the very token that fetched it. */
export interface StoredAnswer {
  /** Response headers by lower-case name, without those of the connection. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  /** Until when it is fresh, in milliseconds since the epoch. */
  freshUntil: number;
}

type Awaitable<T> = T | Promise<T>;

/**
 * Where answers are kept, and which of them a write has made worthless. In the process or shared between replicas:
 * `store.contract.ts` says what both must do.
 */
export interface CacheStore {
  /**
   * A name, without spaces, of what `caller` may see; it changes with each invalidation that concerns the caller. Undefined
   * while the store cannot be asked: then nothing may be answered from it.
   */
  generation(caller: string): Awaitable<string | undefined>;
  /** Makes all that one caller was served worthless, or everybody's without one: their generations are never used again. */
  invalidate(caller?: string): Awaitable<void>;
  get(key: string): Awaitable<StoredAnswer | undefined>;
  /**
   * Keeps an answer for `keepMs`, or less when room is short. False when it was not kept at all, also because the entries of
   * `caller` have their share of the room.
   */
  set(key: string, answer: StoredAnswer, keepMs: number, caller?: string): Awaitable<boolean>;
}
