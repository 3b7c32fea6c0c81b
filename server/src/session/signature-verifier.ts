import { createPublicKey, createSecretKey, type KeyObject } from "node:crypto";
import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey, jwtVerify } from "jose";
import { type Dispatcher, fetch } from "undici";
import type { TokenProof } from "../config.ts";
import { TokenError } from "../errors.ts";
import type { TokenVerifier } from "./tokens.ts";

/** Asymmetric algorithms only: with a symmetric one the holder of the public key could sign. */
const ASYMMETRIC = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
];
const SYMMETRIC = ["HS256", "HS384", "HS512"];

type SignatureProof = Exclude<TokenProof, { by: "api" }>;

/**
 * Verifies a token by its signature with the configured key.
 * @param link opens the client for the server of a key set; not called for another proof
 * @throws when the key cannot be read
 */
export function signatureVerifier(proof: SignatureProof, link: () => Dispatcher, clock: () => number): TokenVerifier {
  const verify = verifier(proof, link);
  return {
    byApi: false,
    async ask({ token }) {
      await verify(token, new Date(clock())).catch((error: unknown) => {
        throw new TokenError(isInconclusive(error) ? "unavailable" : "rejected", error);
      });
    },
  };
}

function verifier(proof: SignatureProof, link: () => Dispatcher): (token: string, now: Date) => Promise<unknown> {
  if (proof.by === "jwks") {
    const dispatcher = link();
    const keys: JWTVerifyGetKey = createRemoteJWKSet(new URL(proof.url), {
      [customFetch]: (url, { headers, signal }) => fetch(url, { headers: [...headers], signal, dispatcher }),
    });
    return (token, currentDate) => jwtVerify(token, keys, { algorithms: ASYMMETRIC, currentDate });
  }
  const key: KeyObject =
    proof.by === "secret" ? createSecretKey(Buffer.from(proof.secret)) : createPublicKey(proof.pem);
  const algorithms = proof.by === "secret" ? SYMMETRIC : ASYMMETRIC;
  return (token, currentDate) => jwtVerify(token, key, { algorithms, currentDate });
}

/** An unreachable key set refuses no token. */
function isInconclusive(error: unknown): boolean {
  return (
    !(error instanceof errors.JOSEError) || error instanceof errors.JWKSTimeout || error.code === "ERR_JOSE_GENERIC"
  );
}
