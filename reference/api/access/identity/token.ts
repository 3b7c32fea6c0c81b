import { createPrivateKey, createPublicKey, sign, verify } from "node:crypto";
import {
  calculateJwkThumbprint,
  errors,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  jwtVerify,
  SignJWT,
} from "jose";
import type { Secret } from "../../core/secret-file.ts";
import { problems } from "../../http/problem.ts";

const ALGORITHM = "ES256";
const ISSUER = "lamina";

interface TokenContent {
  userId: string;
  /** Claim `name`: the first level of realtime topics. */
  userName: string;
  roles: readonly string[];
  jti: string;
  issuedAt: Date;
  expiresAt: Date;
}

interface VerifiedToken {
  jti: string;
  userId: string;
}

export interface Tokens {
  sign(content: TokenContent): Promise<string>;
  /**
   * The content of a token that this key signed and that has not expired at `now`.
   * @throws HttpProblem 401
   */
  verify(token: string, now: Date): Promise<VerifiedToken>;
  /** The public keys for programs that verify tokens themselves (RFC 7517). */
  jwks: { keys: JWK[] };
}

/** The signing key, as a private JWK. */
const tokenKey: Secret = {
  name: "token-key.json",
  make: async () => {
    const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
    return JSON.stringify(await exportJWK(privateKey));
  },
  isWhole: (text) => {
    try {
      const key = createPrivateKey({ key: JSON.parse(text), format: "jwk" });
      const isCurve = key.asymmetricKeyDetails?.namedCurve === "prime256v1";
      // A changed character may leave a key that does not match its public part.
      const content = Buffer.from(ISSUER);
      return isCurve && verify("sha256", content, createPublicKey(key), sign("sha256", content, key));
    } catch {
      return false;
    }
  },
  effect: "all users must log in again",
};

/**
 * Opens the signing key.
 * @param keep returns the secret; the first start makes it
 */
export async function openTokens(keep: (secret: Secret) => Promise<string>): Promise<Tokens> {
  const secret: JWK = JSON.parse(await keep(tokenKey));
  const { d: _private, ...open } = secret;
  const kid = await calculateJwkThumbprint(open);
  const publicJwk = { ...open, kid, alg: ALGORITHM, use: "sig" };
  const [privateKey, publicKey] = await Promise.all([importJWK(secret, ALGORITHM), importJWK(publicJwk, ALGORITHM)]);
  const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

  return {
    jwks: { keys: [publicJwk] },
    sign: ({ userId, userName, roles, jti, issuedAt, expiresAt }) =>
      new SignJWT({ name: userName, roles })
        .setProtectedHeader({ alg: ALGORITHM, kid, typ: "JWT" })
        .setIssuer(ISSUER)
        .setSubject(userId)
        .setJti(jti)
        .setIssuedAt(seconds(issuedAt))
        .setExpirationTime(seconds(expiresAt))
        .sign(privateKey),
    verify: async (token, now) => {
      try {
        const options = { algorithms: [ALGORITHM], issuer: ISSUER, currentDate: now, requiredClaims: ["exp", "jti"] };
        const { payload } = await jwtVerify(token, publicKey, options);
        return { jti: payload.jti ?? "", userId: payload.sub ?? "" };
      } catch (error) {
        throw error instanceof errors.JWTExpired ? problems.tokenExpired() : problems.tokenRejected();
      }
    },
  };
}
