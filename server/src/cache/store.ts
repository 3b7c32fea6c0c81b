/** A complete 200 of the API, stored for the token that fetched it. */
export interface StoredAnswer {
  /** Response headers by lower-case name, without hop-by-hop headers. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  /** By `elapsed`. */
  freshUntil: number;
  /** The one client whose data it holds, as the API says; undefined when it does not. */
  client?: string | undefined;
}

/** RFC 9111, 1.2.2: what a longer one becomes. */
const MAX_AGE_S = 2_147_483_648;

/** `Age` of an answer that was stored this long ago (RFC 9111, 5.1): the API may have had it in a cache before. */
export function ageOf({ headers }: Pick<StoredAnswer, "headers">, storedMs: number): string {
  const before = Number.parseInt(headers.age ?? "", 10) || 0;
  const age = Math.floor(Math.max(0, storedMs) / 1000) + Math.max(0, before);
  return String(Math.min(age, MAX_AGE_S));
}

/** What a store holds and may hold; undefined when it is unknown or unlimited. */
export interface CacheUsage {
  bytes: number | undefined;
  limit: number | undefined;
}

export type Awaitable<T> = T | Promise<T>;

/** Applies `use` to a value at once when it is there: each promise of a miss costs time and memory (performance.md). */
export function whenThere<T, R>(value: Awaitable<T>, use: (value: T) => Awaitable<R>): Awaitable<R> {
  return value instanceof Promise ? value.then(use) : use(value);
}

/**
 * Stores answers and invalidates them after writes. In the process or shared between replicas: `store.contract.ts`
 * tests what both must do.
 */
export interface CacheStore {
  /**
   * Names, without spaces, what `caller` may see; changes with each invalidation for the caller. Undefined while the
   * store is unavailable: then nothing may be served from it.
   */
  generation(caller: string): Awaitable<string | undefined>;
  /** Invalidates the answers of one caller, or of all callers without one: their generations are never reused. */
  invalidate(caller?: string): Awaitable<void>;
  /** Invalidates at least the answers of one client and those without a client. */
  invalidateClient(client: string): Awaitable<void>;
  get(key: string): Awaitable<StoredAnswer | undefined>;
  /**
   * Stores an answer for `keepMs`, or less when memory is short. False when it was not stored, for example because the
   * entries of `owner` have used up their share.
   */
  set(key: string, answer: StoredAnswer, keepMs: number, owner?: string): Awaitable<boolean>;
  usage(): Awaitable<CacheUsage>;
}
