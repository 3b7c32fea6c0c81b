import type { IncomingMessage, ServerResponse } from "node:http";
import { type LaneRequest, readLaneRequest } from "./lane-request.ts";
import { ageOf, type StoredAnswer } from "./store.ts";

/** An entry of the store that the normal path has served, and the headers that it sent. */
interface Learned {
  cacheKey: string;
  answer: StoredAnswer;
  caller: string;
  token: string;
  /** When the token expires, in milliseconds since the epoch. */
  expiresAt: number;
  status: number;
  /** The headers sent, by name, in order. */
  headers: Readonly<Record<string, unknown>>;
}

/** Response headers to repeat: names and values in turn, and the indexes of the values that differ each time. */
interface Head {
  flat: string[];
  requestIdAt: number;
  cacheStatusAt: number;
  ageAt: number;
}

interface Entry {
  cacheKey: string;
  answer: StoredAnswer;
  path: string;
  ok: Head | undefined;
  /** The headers of a 304, and the `If-None-Match` that it answers. */
  notModified: { head: Head; ifNoneMatch: string } | undefined;
  /** Hits since the last line of the access log. */
  hits: number;
  touchedAt: number;
}

interface Caller {
  hash: string;
  expiresAt: number;
  entries: Map<string, Entry>;
}

interface FastLaneOptions {
  /** For the expiry of tokens. */
  clock: () => number;
  /** For the freshness of entries. */
  elapsed: () => number;
  /** Time for which an answer is fresh. */
  ttlMs: number;
  isOpen: () => boolean;
  requestId: (header: string | undefined) => string;
  /** Informs the store that an entry is in use, so that it evicts others first. */
  touch: (cacheKey: string) => void;
  /** Called for each response with its status and its duration in seconds. */
  count: (status: 200 | 304, seconds: number) => void;
}

/** Minimum time between two calls of `touch` for one entry. */
const TOUCH_MS = 1_000;

/**
 * Answers hits before the framework handles the request. It indexes entries of the store: an entry that the store
 * evicts is removed here, and an invalidation clears its entries synchronously. It only repeats, under the same key,
 * what the normal path has sent. All other requests take the normal path.
 */
export class FastLane {
  readonly #options: FastLaneOptions;
  /** By the value of `Authorization`. */
  readonly #callers = new Map<string, Caller>();
  /** The value of `Authorization`, by the sha-256 of the token. */
  readonly #authorizations = new Map<string, string>();
  /** Where an entry is indexed, by its key in the store. */
  readonly #places = new Map<string, { authorization: string; key: string }>();
  #used: Entry[] = [];
  readonly #sent: string[] = [];
  #last: string[] = [];
  #served = 0;

  constructor(options: FastLaneOptions) {
    this.#options = options;
  }

  get served(): number {
    return this.#served;
  }

  /** Answers an exact, valid, fresh hit. Returns false, without side effects, for any other request. */
  serve(request: IncomingMessage, response: ServerResponse): boolean {
    if (this.#callers.size === 0 || request.method !== "GET" || !this.#options.isOpen()) return false;
    const began = performance.now();
    const read = readLaneRequest(request.url ?? "", request.rawHeaders);
    const caller = read && this.#callers.get(read.authorization);
    const entry = caller?.entries.get(read?.key ?? "");
    if (!read || !caller || !entry) return false;
    const now = this.#options.elapsed();
    const leftMs = entry.answer.freshUntil - now;
    if (leftMs <= 0 || caller.expiresAt < this.#options.clock()) return false;
    const isConditional = read.ifNoneMatch !== undefined;
    const head = isConditional ? notModifiedHead(entry, read) : entry.ok;
    if (!head) return false;

    // One array for all responses, because writeHead serializes it before it returns. Texts of one response that are put
    // into the entry's own array would be moved to the old space with it, and collected there.
    const sent = this.#sent;
    const { flat } = head;
    sent.length = flat.length;
    for (let index = 0; index < flat.length; index++) sent[index] = flat[index] ?? "";
    sent[head.requestIdAt] = this.#options.requestId(read.requestId);
    sent[head.cacheStatusAt] = `bff; hit; ttl=${Math.ceil(leftMs / 1000)}`;
    sent[head.ageAt] = ageOf(entry.answer, this.#options.ttlMs - leftMs);
    response.writeHead(isConditional ? 304 : 200, sent);
    if (isConditional) response.end();
    else response.end(entry.answer.body);

    this.#served++;
    if (entry.hits++ === 0) this.#used.push(entry);
    if (now - entry.touchedAt >= TOUCH_MS) {
      entry.touchedAt = now;
      this.#options.touch(entry.cacheKey);
    }
    this.#options.count(isConditional ? 304 : 200, (performance.now() - began) / 1000);
    return true;
  }

  /** Indexes what the normal path has just sent for an entry that the store holds now. */
  learn(request: IncomingMessage, learned: Learned): void {
    const read = readLaneRequest(request.url ?? "", request.rawHeaders);
    if (!read || read.authorization !== `Bearer ${learned.token}`) return;
    const { status } = learned;
    const { ifNoneMatch } = read;
    const entry = this.#entryOf(read, learned);
    if (status === 200 && ifNoneMatch === undefined) entry.ok ??= this.#headOf(learned.headers);
    if (status === 304 && ifNoneMatch !== undefined && entry.notModified?.ifNoneMatch !== ifNoneMatch) {
      const head = this.#headOf(learned.headers);
      entry.notModified = head && { head, ifNoneMatch };
    }
  }

  /** Removes an entry that the store has dropped. */
  drop(cacheKey: string): void {
    const place = this.#places.get(cacheKey);
    if (!place) return;
    this.#places.delete(cacheKey);
    const caller = this.#callers.get(place.authorization);
    caller?.entries.delete(place.key);
    if (caller?.entries.size === 0) this.#forget(place.authorization, caller);
  }

  /** Removes the entries of one caller, by the sha-256 of the token; all entries without it. */
  clear(hash?: string): void {
    if (hash === undefined) {
      this.#callers.clear();
      this.#authorizations.clear();
      this.#places.clear();
      return;
    }
    const authorization = this.#authorizations.get(hash) ?? "";
    const caller = this.#callers.get(authorization);
    if (!caller) return;
    for (const { cacheKey } of caller.entries.values()) this.#places.delete(cacheKey);
    this.#forget(authorization, caller);
  }

  /** Hits by path since the last call, for the access log. */
  takeHits(): Record<string, number> {
    const hits: Record<string, number> = {};
    for (const entry of this.#used) {
      hits[entry.path] = (hits[entry.path] ?? 0) + entry.hits;
      entry.hits = 0;
    }
    this.#used = [];
    return hits;
  }

  #entryOf({ authorization, key }: LaneRequest, { cacheKey, answer, caller: hash, expiresAt }: Learned): Entry {
    const caller = this.#callers.get(authorization) ?? { hash, expiresAt, entries: new Map<string, Entry>() };
    const previous = caller.entries.get(key);
    if (previous?.answer === answer) return previous;
    // One index entry for each entry of the store, so that the store's size bounds the lane.
    this.drop(cacheKey);
    if (previous) this.drop(previous.cacheKey);
    this.#callers.set(authorization, caller);
    this.#authorizations.set(hash, authorization);
    const path = key.split(/[?\n]/, 1)[0] ?? "";
    const touchedAt = this.#options.elapsed();
    const entry = { cacheKey, answer, path, ok: undefined, notModified: undefined, hits: 0, touchedAt };
    caller.entries.set(key, entry);
    this.#places.set(cacheKey, { authorization, key });
    return entry;
  }

  #headOf(headers: Learned["headers"]): Head | undefined {
    const flat: string[] = [];
    let requestIdAt = -1;
    let cacheStatusAt = -1;
    let ageAt = -1;
    for (const [name, value] of Object.entries(headers)) {
      if (typeof value !== "string" && typeof value !== "number") return undefined;
      const at = flat.length + 1;
      if (name === "x-request-id") requestIdAt = at;
      if (name === "cache-status") cacheStatusAt = at;
      if (name === "age") ageAt = at;
      const text = at === requestIdAt || at === cacheStatusAt || at === ageAt ? "" : String(value);
      // Most headers are the same for all entries, so that they share one copy.
      flat.push(name, this.#last[at] === text ? (this.#last[at] ?? "") : text);
    }
    this.#last = flat;
    return Math.min(requestIdAt, cacheStatusAt, ageAt) < 0 ? undefined : { flat, requestIdAt, cacheStatusAt, ageAt };
  }

  #forget(authorization: string, { hash }: Caller): void {
    this.#callers.delete(authorization);
    this.#authorizations.delete(hash);
  }
}

function notModifiedHead({ notModified }: Entry, { ifNoneMatch }: LaneRequest): Head | undefined {
  return notModified?.ifNoneMatch === ifNoneMatch ? notModified?.head : undefined;
}
