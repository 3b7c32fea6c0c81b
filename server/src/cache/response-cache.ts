import type { Signal } from "../departure.ts";
import { isOutage, NotSentError } from "../errors.ts";
import type { ClientAnswer } from "./client-answer.ts";
import { type Encoding, encode } from "./encoding.ts";
import { SingleFlight } from "./single-flight.ts";
import { type Awaitable, ageOf, type CacheStore, type StoredAnswer, whenThere } from "./store.ts";
import { type Varying, VaryingHeaders } from "./varying-headers.ts";

/** A GET that the cache may answer. */
export interface CacheableCall {
  /** Sha-256 of the caller's token: an answer is never served to another token (readings, 12). */
  caller: string;
  /** Whose share of the memory the answer uses: the user's, over all tokens. By default the caller's. */
  owner?: string | undefined;
  path: string;
  /** The headers that a response may depend on, as sent. */
  accept: string | undefined;
  acceptLanguage: string | undefined;
  /** The encoding that the client gets; answers are stored encoded. */
  encoding: Encoding | undefined;
  /** Maximum staleness that the client accepts (RFC 5861, 4); undefined: any. */
  staleIfErrorMs?: number | undefined;
}

/** A fresh response of the API, not yet encoded. */
export interface Fetched {
  answer: ClientAnswer;
  /** By {@link isStorable}. */
  storable: boolean;
  /** Whether it may answer other requests than its own, by {@link isShareable}. */
  shareable: boolean;
  /** The one client whose data it holds, by {@link clientOf}. */
  client?: string | undefined;
}

/** A response of the API, encoded, and whether it is stored. */
interface Landed {
  answer: ClientAnswer;
  isKept: boolean;
  shareable: boolean;
}

/** How a call was answered; `status` is the text of `Cache-Status` (RFC 9211, contract). */
export interface Served {
  answer: ClientAnswer;
  status: string;
  /** The entry of the store that was served, when it is fresh; undefined for a response that was just fetched. */
  entry?: StoredEntry | undefined;
}

/** A fresh entry of the store. */
export interface StoredEntry {
  key: string;
  generation: string;
  answer: StoredAnswer;
}

/** A call and the generation it was made in; undefined while the store is unavailable. */
interface Lookup {
  call: CacheableCall;
  generation: string | undefined;
  key: string;
  /** How many writes of one client had ended. */
  passed: number;
  varying: Varying | undefined;
  hit: Served | undefined;
  /** The last answer, expired. */
  stale: StoredAnswer | undefined;
}

/** Whose entries a write invalidates. */
type WriteScope = { caller: string } | "all callers" | "no caller";

interface Write {
  scope: WriteScope;
  /** Sha-256 of the writer's token. */
  caller: string | undefined;
  /** Whether the API has accepted the token before: of an unknown one more answers are refusals. */
  trusted: boolean;
}

/** The API's response to a write. */
interface Written<Answer> {
  answer: Answer;
  /** The one client whose data it changed, by {@link clientOf}. */
  client?: string | undefined;
}

interface ResponseCacheOptions {
  store: CacheStore;
  ttlMs: number;
  /** Maximum staleness of an answer that is served while the API is unavailable. */
  staleIfErrorMs: number;
  /** Whether a gateway's 502, 503 or 504 is answered by the stale answer too. */
  staleIfGatewayError?: boolean | undefined;
  elapsed: () => number;
}

const GATEWAY_ERRORS = new Set([502, 503, 504]);

/**
 * The GET cache (§7; readings, 12–14 and 35). Keys contain the generation, which the end of each write changes, so that
 * nothing requested before the end of a write is served after it. Until then the answers from before it are correct. A
 * write of one client keeps the generation for the others' entries, but nothing requested before its end is stored.
 */
export class ResponseCache {
  readonly #store: CacheStore;
  readonly #ttlMs: number;
  readonly #staleIfErrorMs: number;
  readonly #staleIfGatewayError: boolean;
  readonly #elapsed: () => number;
  readonly #varying = new VaryingHeaders();
  /** How many writes of one client have ended. */
  #passed = 0;
  readonly #flights = new SingleFlight<Landed>(({ answer }) => {
    if (!Buffer.isBuffer(answer.body)) answer.body.destroy();
  });

  constructor({ store, ttlMs, staleIfErrorMs, staleIfGatewayError = false, elapsed }: ResponseCacheOptions) {
    this.#store = store;
    this.#ttlMs = ttlMs;
    this.#staleIfErrorMs = staleIfErrorMs;
    this.#staleIfGatewayError = staleIfGatewayError;
    this.#elapsed = elapsed;
  }

  find(call: CacheableCall): Awaitable<Lookup> {
    const passed = this.#passed;
    return whenThere(this.#store.generation(call.caller), (generation) => {
      if (generation === undefined) {
        return { call, generation, key: "", passed, varying: undefined, hit: undefined, stale: undefined };
      }
      const varying = this.#varying.of(call.path);
      const key = keyOf(generation, call, varying);
      return whenThere(this.#store.get(key), (cached) => {
        const remainingMs = cached ? cached.freshUntil - this.#elapsed() : 0;
        const hit =
          cached && remainingMs > 0
            ? {
                ...served(cached, remainingMs, ageOf(cached, this.#ttlMs - remainingMs)),
                entry: { key, generation, answer: cached },
              }
            : undefined;
        return { call, generation, key, passed, varying, hit, stale: hit ? undefined : cached };
      });
    });
  }

  /**
   * The answer to a GET that was not found: fetched, or shared with an equal GET of the same generation that is
   * running. While the API is unavailable, the stale answer is served.
   * @throws what `fetch` throws, or the signal's reason when this caller disconnects
   */
  async fetch(lookup: Lookup, fetch: (signal: Signal) => Promise<Fetched>, signal: Signal): Promise<Served> {
    if (lookup.generation === undefined) {
      const { answer } = await fetch(signal);
      return { answer: await encode(answer, lookup.call.encoding), status: "bff; fwd=bypass" };
    }
    try {
      const flight = `${lookup.passed} ${lookup.key}`;
      const result = await this.#flights.join(flight, signal, (shared) => this.#land(lookup, fetch(shared)));
      const { answer, isKept, shareable } = result.value;
      const kept = this.#staleIfGatewayError && GATEWAY_ERRORS.has(answer.status) && (await this.#staleAnswer(lookup));
      if (kept) {
        if (!Buffer.isBuffer(answer.body)) answer.body.destroy();
        return kept;
      }
      if (Buffer.isBuffer(answer.body) && (shareable || result.started)) {
        const detail = result.started ? (isKept ? "; stored" : "") : "; collapsed";
        return { answer, status: `bff; fwd=uri-miss${detail}` };
      }
      if (result.first && !Buffer.isBuffer(answer.body)) return { answer, status: "bff; fwd=uri-miss" };
      // A stream has one reader, and some answers are for one request, so every other waiter sends its own.
      const fetched = await fetch(signal);
      return { answer: await encode(fetched.answer, lookup.call.encoding), status: "bff; fwd=uri-miss" };
    } catch (error) {
      const fallback = !signal.aborted && isOutage(error) && (await this.#staleAnswer(lookup));
      if (fallback) return fallback;
      throw error;
    }
  }

  /** The stale answer, unless a write has invalidated it or it is too old. */
  async #staleAnswer({ call, generation, passed, stale }: Lookup): Promise<Served | undefined> {
    const past = stale ? this.#elapsed() - stale.freshUntil : 0;
    if (!stale || past >= Math.min(this.#staleIfErrorMs, call.staleIfErrorMs ?? this.#staleIfErrorMs)) return undefined;
    if ((await this.#store.generation(call.caller)) !== generation || passed !== this.#passed) return undefined;
    const headers = { ...stale.headers, age: ageOf(stale, past + this.#ttlMs) };
    return { answer: { status: 200, headers, body: stale.body }, status: STALE };
  }

  /** Encodes an answer of the API, and stores it where that is allowed. */
  async #land(lookup: Lookup, fetched: Promise<Fetched>): Promise<Landed> {
    const { answer, storable, shareable, client } = await fetched;
    if (storable) this.#varying.learn(lookup.call.path, answer.headers.vary);
    return whenThere(encode(answer, lookup.call.encoding), (encoded) =>
      whenThere(storable && this.#keep(lookup, encoded, client), (isKept) => ({ answer: encoded, isKept, shareable })),
    );
  }

  /**
   * Runs a write. Its end invalidates before its answer is sent, whatever its outcome: the answers of its client where the API says
   * which, and those without a client; after a write that the API refused or never received, only the caller's, because
   * any client can send one. A streamed body invalidates once more when it ends.
   */
  async write<Answer extends Pick<ClientAnswer, "status" | "body">>(
    { scope, caller, trusted }: Write,
    run: () => Promise<Written<Answer>>,
  ): Promise<Answer> {
    const callerScope: WriteScope = caller === undefined || scope === "no caller" ? "no caller" : { caller };
    let concerned: WriteScope | { client: string } = scope;
    try {
      const { answer, client } = await run();
      const isDone = answer.status >= 200 && answer.status < 300;
      if (isRefusal(answer.status, trusted)) concerned = callerScope;
      else if (isDone && scope === "all callers" && client !== undefined) concerned = { client };
      if (!Buffer.isBuffer(answer.body)) answer.body.once("close", () => void this.#invalidate(concerned));
      return answer;
    } catch (error) {
      if (error instanceof Error && error.cause instanceof NotSentError) concerned = callerScope;
      throw error;
    } finally {
      await this.#invalidate(concerned);
    }
  }

  async forget(caller: string): Promise<void> {
    await this.#store.invalidate(caller);
  }

  /** Stores a whole answer, unless a write has ended since it was requested. Returns whether it is stored. */
  #keep(lookup: Lookup, { headers, body }: ClientAnswer, client: string | undefined): Awaitable<boolean> {
    const { call, generation } = lookup;
    if (!Buffer.isBuffer(body) || this.#ttlMs <= 0 || generation === undefined) return false;
    return whenThere(this.#store.generation(call.caller), (current) => {
      if (current !== generation || lookup.passed !== this.#passed) return false;
      const storedAnswer = { headers, body, freshUntil: this.#elapsed() + this.#ttlMs, client };
      // The headers that it varies by are known now, so the next lookup uses the same key.
      const varying = this.#varying.of(call.path);
      const key = varying === lookup.varying ? lookup.key : keyOf(generation, call, varying);
      return this.#store.set(key, storedAnswer, this.#ttlMs + this.#staleIfErrorMs, call.owner ?? call.caller);
    });
  }

  async #invalidate(scope: WriteScope | { client: string }): Promise<void> {
    if (scope === "no caller") return;
    if (scope === "all callers") await this.#store.invalidate();
    else if ("caller" in scope) await this.#store.invalidate(scope.caller);
    else {
      this.#passed++;
      await this.#store.invalidateClient(scope.client);
    }
  }
}

/**
 * Whether the API refused a write. Of a token that is not proved any 4xx is a refusal, because an API may answer an
 * unknown path or an unreadable body before it looks at the token.
 */
function isRefusal(status: number, trusted: boolean): boolean {
  return status === 401 || status === 403 || (!trusted && status >= 400 && status < 500);
}

/** `Cache-Status` of a stale answer (contract). */
const STALE = "bff; hit; fwd=stale; detail=upstream-error";

function served({ headers, body }: StoredAnswer, leftMs: number, age: string): Served {
  return {
    answer: { status: 200, headers: { ...headers, age }, body },
    status: `bff; hit; ttl=${Math.ceil(leftMs / 1000)}`,
  };
}

/** As a replica writes it that has not learned yet what the path varies by, for a request without these headers. */
const NO_VALUES = JSON.stringify(["", ""]);

function keyOf(generation: string, call: CacheableCall, varying: Varying): string {
  const { caller, path, accept, acceptLanguage, encoding } = call;
  const values =
    varying.accept || varying.acceptLanguage
      ? JSON.stringify([(varying.accept && accept) || "", (varying.acceptLanguage && acceptLanguage) || ""])
      : NO_VALUES;
  // Concatenated into one flat string. A template would retain each of its parts, and the URL that the path is cut
  // from.
  return [generation, caller, encoding ?? "identity", values, path].join(" ");
}
