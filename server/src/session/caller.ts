import { hash } from "node:crypto";
import type { Socket } from "node:net";
import { isValid, readClaims, type TokenClaims, tokenPayload } from "@lamina/shared/access/authentication";
import { LRUCache } from "lru-cache";
import { TokenError } from "../errors.ts";
import { atMost } from "../lru.ts";

/** The owner of a well-formed token: three readable parts, not expired. Nothing of it is proved. */
export interface Caller {
  token: string;
  hash: string;
  claims: TokenClaims;
  /** The token's second part, unchanged. */
  payload: string;
}

/** The last caller of a connection. A property, because a weak map costs more. */
const LAST = Symbol("last caller");
type Connection = Socket & { [LAST]?: { authorization: string | undefined; caller: Caller } | undefined };

/** Maximum tokens with cached claims, by their sha-256. */
const MAX_KEPT = 5_000;

/** Reads tokens. Claims are cached, because those of a token never change. */
export class CallerReader {
  readonly #clock: () => number;
  readonly #read = new LRUCache<string, { claims: TokenClaims; payload: string }>(atMost(MAX_KEPT));

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** @throws TokenError missing, malformed or expired */
  read(token: string | undefined): Caller {
    if (!token) throw new TokenError("missing");
    const tokenHash = hash("sha256", token, "hex");
    const parts = this.#read.get(tokenHash) ?? this.#parse(token, tokenHash);
    return this.#unexpired({ token, hash: tokenHash, ...parts });
  }

  /**
   * Reads the header of a request. The requests of a connection usually have the same one, so the last is cached.
   * @throws TokenError missing, malformed or expired
   */
  readHeader(authorization: string | undefined, connection: Connection): Caller {
    const last = connection[LAST];
    if (last && last.authorization === authorization) return this.#unexpired(last.caller);
    const caller = this.read(bearerToken(authorization));
    connection[LAST] = { authorization, caller };
    return caller;
  }

  #unexpired(caller: Caller): Caller {
    if (caller.claims.exp * 1000 < this.#clock()) throw new TokenError("expired");
    return caller;
  }

  #parse(token: string, tokenHash: string) {
    const claims = readClaims(token);
    const payload = tokenPayload(token);
    if (!claims || payload === undefined) throw new TokenError("malformed");
    const parts = { claims, payload: copyOf(payload) };
    if (isValid(token, this.#clock())) this.#read.set(tokenHash, parts);
    return parts;
  }
}

/**
 * A copy without references to another text. V8 stores a substring as a reference, so a cached payload would retain the
 * complete header.
 */
function copyOf(text: string): string {
  return Buffer.from(text).toString();
}

/** The token of an `Authorization: Bearer …` header, or undefined when there is none. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return /^bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];
}
