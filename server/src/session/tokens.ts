import { SET_PASSWORD_ROLE, type TokenClaims } from "@lamina/shared/access/authentication";
import { LRUCache } from "lru-cache";
import { clientNetwork } from "../client-network.ts";
import { TokenError } from "../errors.ts";
import { atMost } from "../lru.ts";
import type { Caller, CallerReader } from "./caller.ts";

export interface Proof {
  /** Sha-256 of the token, hexadecimal: its id wherever the token itself must not be stored. */
  hash: string;
  claims: TokenClaims;
  /** The token's second part, unchanged (readings, 15). */
  payload: string;
  expiresAt: number;
}

interface ProveOptions {
  /** Maximum age of an acceptable proof, in milliseconds. By default a proof is valid until the token expires. */
  maxAgeMs?: number;
  /** The caller's address, from the nearest proxy. Unproved tokens of one address share a limit. */
  address?: string;
}

export interface TokenVerifier {
  /**
   * Verifies the token. Rejects with TokenError `rejected` or `unavailable`.
   * @param stranger the network of a caller whose token was not proved before
   */
  ask(caller: Caller, stranger?: string): Promise<void>;
  /** Whether the API's responses prove tokens. If a key proves them, the API can only refuse, and permanently. */
  byApi: boolean;
}

/** Maximum tokens with a stored proof, and with a stored refusal. */
const MAX_KEPT = 10_000;
/** A younger proof is not renewed by another answer of the API, because reading the answer costs time. */
const FRESH_MS = 60_000;
/** How long a refused token is refused without another call; the API may accept it later (another elapsed, a new key). */
const REFUSAL_MS = 30_000;

/** The proved tokens (readings, 18). Tokens are stored by their sha-256 only. */
export class Tokens {
  readonly #reader: CallerReader;
  #verifier: TokenVerifier;
  readonly #elapsed: () => number;
  readonly #hasCodes: () => boolean;
  readonly #proofs = new LRUCache<string, { proof: Proof; provedAt: number }>(atMost(MAX_KEPT));
  readonly #flights = new Map<string, Promise<Proof>>();
  readonly #listeners = new Set<(hash: string) => void>();
  /** Orders the events: an acceptance that was requested before a refusal does not override it. */
  #sequence = 0;
  readonly #refusals = new LRUCache<string, { sequence: number; at: number }>(atMost(MAX_KEPT));

  /** @param hasCodes whether the API has one-time codes; another API may give its own users a role of that name */
  constructor(reader: CallerReader, verifier: TokenVerifier, elapsed: () => number, hasCodes = () => true) {
    this.#reader = reader;
    this.#verifier = verifier;
    this.#elapsed = elapsed;
    this.#hasCodes = hasCodes;
  }

  /**
   * Proves a token by the API's acceptance of it, or by its signature when a key is configured. Concurrent callers with
   * the same token share one verification.
   * @throws TokenError with the reason
   */
  async prove(token: string, { maxAgeMs = Number.POSITIVE_INFINITY, address }: ProveOptions = {}): Promise<Proof> {
    const caller = this.#reader.read(token);
    // A token for setting the user's own password has no realtime, even if its signature proves it.
    if (this.#hasCodes() && caller.claims.roles.includes(SET_PASSWORD_ROLE)) throw new TokenError("rejected");
    if (this.#isRefused(caller.hash)) throw new TokenError("rejected");
    const entry = this.#proofs.get(caller.hash);
    if (entry && this.#elapsed() - entry.provedAt <= maxAgeMs) return entry.proof;
    const stranger = entry || address === undefined ? undefined : clientNetwork(address);
    return this.#flights.get(caller.hash) ?? this.#ask(caller, stranger);
  }

  /** Whether a token was proved and not refused since, by its sha-256. Makes no call. */
  isProved(hash: string): boolean {
    return this.#proofs.has(hash);
  }

  /** Whether to read an answer of the API to this token as a proof. */
  wantsProof(hash: string): boolean {
    const entry = this.#proofs.get(hash);
    return this.#verifier.byApi && (!entry || this.#elapsed() - entry.provedAt >= FRESH_MS);
  }

  replace(verifier: TokenVerifier): void {
    this.#verifier = verifier;
    this.#proofs.clear();
    this.#refusals.clear();
  }

  /** Calls the listener with the token's sha-256 when the API refuses it (401). Returns a function that stops it. */
  onRejected(listener: (hash: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Called before a call of the API for `caller`; the returned function takes the API's verdict on the token. */
  observe(caller: Caller): (verdict: "accepted" | "rejected") => void {
    const sequence = ++this.#sequence;
    return (verdict) => {
      if (verdict === "rejected") this.#refuse(caller.hash);
      else if (this.#verifier.byApi) this.#accept(caller, sequence);
    };
  }

  #isRefused(hash: string): boolean {
    const refusal = this.#refusals.get(hash);
    return refusal !== undefined && (!this.#verifier.byApi || this.#elapsed() - refusal.at < REFUSAL_MS);
  }

  #ask(caller: Caller, stranger: string | undefined): Promise<Proof> {
    const sequence = ++this.#sequence;
    const flight = this.#verifier
      .ask(caller, stranger)
      .then(() => {
        const proof = this.#accept(caller, sequence);
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

  #accept({ hash, claims, payload }: Caller, sequence: number): Proof | undefined {
    if ((this.#refusals.get(hash)?.sequence ?? 0) > sequence) return undefined;
    this.#refusals.delete(hash);
    // Reuses the stored strings, because those of each request are equal copies.
    const proof = this.#proofs.get(hash)?.proof ?? { hash, claims, payload, expiresAt: claims.exp * 1000 };
    this.#proofs.set(proof.hash, { proof, provedAt: this.#elapsed() });
    return proof;
  }

  #refuse(hash: string): void {
    this.#proofs.delete(hash);
    this.#refusals.set(hash, { sequence: ++this.#sequence, at: this.#elapsed() });
    for (const listener of this.#listeners) listener(hash);
  }
}
