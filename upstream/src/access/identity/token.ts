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

/** Signs and verifies tokens. */
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

/**
 * Opens the signing key.
 * @param keep returns the secret of a name; the first start makes it
 */
export async function openTokens(
  keep: (name: string, make: () => Promise<string>) => Promise<string>,
): Promise<Tokens> {
  const secret: JWK = JSON.parse(await keep("token-key.json", makeKey));
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

async function makeKey(): Promise<string> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  return JSON.stringify(await exportJWK(privateKey));
}
