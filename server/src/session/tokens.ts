import { SET_PASSWORD_ROLE, type TokenClaims } from "@lamina/shared/access/authentication";
import { LRUCache } from "lru-cache";
import { TokenError } from "../errors.ts";
import type { Caller, CallerReader } from "./caller.ts";

/** A token that somebody entitled to has accepted. */
interface Proof {
  /** Sha-256 of the token, hexadecimal: its name wherever the token itself must not be kept. */
  hash: string;
  claims: TokenClaims;
  /** The token's second part as it stands (readings, 15). */
  payload: string;
  /** When the token expires, in milliseconds since the epoch. */
  expiresAt: number;
}

interface ProveOptions {
  /** A proof older than this is made anew, in milliseconds. Default: it counts until the token expires. */
  maxAgeMs?: number;
}

export interface TokenVerifier {
  /** Asks somebody entitled to. Rejects with TokenError `rejected` or `unavailable`. */
  ask(caller: Caller): Promise<void>;
  /** Whether the API's answers prove tokens. Where a key does, they can only refuse, and then for good. */
  byApi: boolean;
}

/** Proofs and refusals are kept for so many tokens. */
const MAX_KEPT = 10_000;
/** For so long a token that the API refused is refused without asking again; it may accept the token later (a clock, a new key). */
const REFUSAL_MS = 30_000;

/** Which tokens are proved (readings, 18). Tokens are kept by their sha-256 alone. */
export class Tokens {
  readonly #reader: CallerReader;
  #verifier: TokenVerifier;
  readonly #clock: () => number;
  readonly #proofs = new LRUCache<string, { proof: Proof; provedAt: number }>({ max: MAX_KEPT });
  readonly #flights = new Map<string, Promise<Proof>>();
  readonly #listeners = new Set<(hash: string) => void>();
  /** Order of events: an acceptance that was asked for before a refusal does not outlive it. */
  #sequence = 0;
  readonly #refusals = new LRUCache<string, { sequence: number; at: number }>({ max: MAX_KEPT });

  constructor(reader: CallerReader, verifier: TokenVerifier, clock: () => number) {
    this.#reader = reader;
    this.#verifier = verifier;
    this.#clock = clock;
  }

  /**
   * Proves a token: by the API's acceptance of that very token, or by its signature where a key is configured.
   * Callers with the same token at the same time share one question.
   * @throws TokenError saying why not
   */
  async prove(token: string, { maxAgeMs = Number.POSITIVE_INFINITY }: ProveOptions = {}): Promise<Proof> {
    const caller = this.#reader.read(token);
    // A token for one's own password alone hears nothing, also where its signature proves it.
    if (caller.claims.roles.includes(SET_PASSWORD_ROLE)) throw new TokenError("rejected");
    if (this.#isRefused(caller.hash)) throw new TokenError("rejected");
    const kept = this.#proofs.get(caller.hash);
    if (kept && this.#clock() - kept.provedAt <= maxAgeMs) return kept.proof;
    return this.#flights.get(caller.hash) ?? this.#ask(caller);
  }

  /** Whether a token was proved and not refused since, by its sha-256. Nobody is asked. */
  isProved(hash: string): boolean {
    return this.#proofs.has(hash);
  }

  /** Proves by other means from now on: what was proved or refused before counts no more. */
  replace(verifier: TokenVerifier): void {
    this.#verifier = verifier;
    this.#proofs.clear();
    this.#refusals.clear();
  }

  /** Tells when the API refuses a token (401), by the token's sha-256. Returns what stops it. */
  onRejected(listener: (hash: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** To be called before a call of the API for `caller`; the result takes the API's verdict on the token. */
  observe(caller: Caller): (verdict: "accepted" | "rejected") => void {
    const asked = ++this.#sequence;
    return (verdict) => {
      if (verdict === "rejected") this.#refuse(caller.hash);
      else if (this.#verifier.byApi) this.#accept(caller, asked);
    };
  }

  #isRefused(hash: string): boolean {
    const refusal = this.#refusals.get(hash);
    return refusal !== undefined && (!this.#verifier.byApi || this.#clock() - refusal.at < REFUSAL_MS);
  }

  #ask(caller: Caller): Promise<Proof> {
    const asked = ++this.#sequence;
    const flight = this.#verifier
      .ask(caller)
      .then(() => {
        const proof = this.#accept(caller, asked);
        if (!proof) throw new TokenError("rejected");
        return proof;
      })
      .catch((error: unknown) => {
        if (error instanceof TokenError && error.reason === "rejected") this.#refuse(caller.hash);
        throw error;
      })
      .finally(() => this.#flights.delete(caller.hash));
    this.#flights.set(caller.hash, flight);
    return flight;
  }

  #accept({ hash, claims, payload }: Caller, asked: number): Proof | undefined {
    if ((this.#refusals.get(hash)?.sequence ?? 0) > asked) return undefined;
    this.#refusals.delete(hash);
    const proof = { hash, claims, payload, expiresAt: claims.exp * 1000 };
    this.#proofs.set(hash, { proof, provedAt: this.#clock() });
    return proof;
  }

  #refuse(hash: string): void {
    this.#proofs.delete(hash);
    this.#refusals.set(hash, { sequence: ++this.#sequence, at: this.#clock() });
    for (const listener of this.#listeners) listener(hash);
  }
}
