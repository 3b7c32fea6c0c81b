import type { TokenClaims } from "@lamina/shared/authentication";

/** A token that somebody entitled to has accepted. */
export interface Proof {
  /** Sha-256 of the token, hexadecimal: its name wherever the token itself must not be kept. */
  hash: string;
  claims: TokenClaims;
  /** The token's second part as it stands (readings, 15). */
  payload: string;
  /** When the token expires, in milliseconds since the epoch. */
  expiresAt: number;
}

export interface ProveOptions {
  /** A proof older than this is made anew, in milliseconds. Default: it counts until the token expires. */
  maxAgeMs?: number;
}

export interface Tokens {
  /**
   * Proves a token (readings, 18): by the API's acceptance of that very token, or by its signature where a key is configured.
   * @throws TokenError saying why not
   */
  prove(token: string, options?: ProveOptions): Promise<Proof>;
  /** Tells when the API refuses a token (401), by the token's sha-256. Returns what stops it. */
  onRejected(listener: (hash: string) => void): () => void;
}
