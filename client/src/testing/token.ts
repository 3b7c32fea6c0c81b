import { encodeBase64 } from "@lamina/shared/core/base64";

/** A token with readable claims. Its signature is a plain word, so it cannot be verified. */
export function makeToken(claims: { exp: number; name?: string; jti?: string; roles?: string[] }): string {
  const part = (value: unknown) =>
    encodeBase64(JSON.stringify(value)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return `${part({ alg: "none" })}.${part({ name: "ana", jti: "1", roles: [], ...claims })}.signature`;
}

/** A token that expires `milliseconds` after `now`. `exp` is in whole seconds. */
export function tokenFor(milliseconds: number, now: number, name = "ana", jti = "1"): string {
  return makeToken({ exp: Math.floor((now + milliseconds) / 1000), name, jti });
}
