import * as z from "zod";
import { decodeBase64 } from "./base64.ts";

/** Body of `POST /Authentication/Login` (§3). `Password` is base64 of the password's UTF-8 bytes; `UserName` is plain. */
export const LoginRequest = z.object({ UserName: z.string().min(1).max(256), Password: z.string().max(4096) });
export type LoginRequest = z.infer<typeof LoginRequest>;

/** Reply of login and renewal (§3). An empty or missing token means invalid credentials (§5). */
export const TokenReply = z.looseObject({
  token: z
    .string()
    .nullish()
    .transform((token) => token ?? ""),
});
export type TokenReply = z.infer<typeof TokenReply>;

/** The claims that the product reads (§3). A real API may write one role as a plain string. */
export const TokenClaims = z.looseObject({
  exp: z.coerce.number().positive(),
  name: z.string().default(""),
  jti: z.string().default(""),
  roles: z
    .union([z.array(z.string()), z.string().transform((role) => (role ? [role] : []))])
    .nullish()
    .transform((roles) => roles ?? []),
});
export type TokenClaims = z.infer<typeof TokenClaims>;

/** The second dot-separated part of a token as it stands (base64url), or undefined when it is no three-part token. */
export function tokenPayload(token: string): string | undefined {
  const parts = token.split(".");
  return parts.length === 3 && parts.every((part) => part !== "") ? parts[1] : undefined;
}

/** Reads, never verifies, the claims of a token. Undefined when it is not a three-part token with readable claims. */
export function readClaims(token: string): TokenClaims | undefined {
  const payload = tokenPayload(token);
  if (payload === undefined) return undefined;
  try {
    return TokenClaims.safeParse(JSON.parse(decodeBase64(payload))).data;
  } catch {
    return undefined;
  }
}

/** §3, §5 `isValid`: a token has a payload and its expiry is not in the past. `now` is in milliseconds since the epoch. */
export function isValid(token: string | null | undefined, now: number): boolean {
  const claims = token ? readClaims(token) : undefined;
  return claims !== undefined && claims.exp * 1000 >= now;
}
