import { decodeBase64 } from "../core/base64.ts";

/** The claims that the product reads (§3). */
export interface TokenClaims {
  /** Expiry, in seconds since the epoch. */
  exp: number;
  name: string;
  jti: string;
  roles: readonly string[];
}

/** Role of a token issued for a one-time code. The token can only set its user's own password. */
export const SET_PASSWORD_ROLE = "set-password";

/** Role of a token issued to a person who must set up a second factor first. The token can do only that. */
export const SET_SECOND_FACTOR_ROLE = "set-second-factor";

/** The second dot-separated part of a token, unchanged (base64url); undefined unless the token has three parts. */
export function tokenPayload(token: string): string | undefined {
  const parts = token.split(".");
  return parts.length === 3 && parts.every((part) => part !== "") ? parts[1] : undefined;
}

/** Reads, never verifies, the claims of a token. Undefined when it is not a three-part token with readable claims. */
export function readClaims(token: string): TokenClaims | undefined {
  const payload = tokenPayload(token);
  if (payload === undefined) return undefined;
  try {
    return claimsOf(JSON.parse(decodeBase64(payload)));
  } catch {
    return undefined;
  }
}

/**
 * Parsed by hand because the page reads its token before anything else and must not wait for Zod. A real API may write
 * the expiry as text and one role as a plain string. Only the expiry decides whether a token is valid (§5): other
 * claims may be text or numbers, and any other value is ignored.
 */
function claimsOf(payload: Readonly<Record<string, unknown>>): TokenClaims | undefined {
  const { name, jti, roles } = payload;
  const exp = Number(payload.exp);
  if (!(exp > 0 && Number.isFinite(exp))) return undefined;
  const roleClaims: unknown[] = Array.isArray(roles) ? roles : [roles];
  return { exp, name: textOf(name), jti: textOf(jti), roles: roleClaims.map(textOf).filter(Boolean) };
}

function textOf(claim: unknown): string {
  return typeof claim === "string" || typeof claim === "number" ? String(claim) : "";
}

/** §3, §5 `isValid`: a token has a payload and its expiry is not in the past. `now` is in milliseconds since the epoch. */
export function isValid(token: string | null | undefined, now: number): boolean {
  const claims = token ? readClaims(token) : undefined;
  return claims !== undefined && claims.exp * 1000 >= now;
}
