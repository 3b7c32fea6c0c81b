import * as z from "zod";
import { PasskeyProof } from "../records/commands/passkey.ts";

/** Body of `POST /Authentication/Login` (§3). `Password` is base64 of the password's UTF-8 bytes; `UserName` is plain. */
export const LoginRequest = z.object({
  UserName: z.string().min(1).max(256),
  Password: z.string().max(4096),
  /** For a person with a second factor: a code of the authenticator, or a recovery code. */
  Code: z.string().max(64).optional(),
  /** In place of a code: a proof by a passkey, for `current.passkey` of the answer that asked for the code. */
  Passkey: PasskeyProof.optional(),
  /** `current.challenge` of the answer that asked for the code; it replaces the password for some minutes. */
  Challenge: z.string().max(2048).optional(),
  /**
   * A random key that the browser or app made for itself. After a login that succeeded with it, guesses of strangers do
   * not limit this person there (OWASP, device cookies). An API that limits so lists `known-devices`.
   */
  Device: z.string().min(16).max(128).optional(),
});
export type LoginRequest = z.infer<typeof LoginRequest>;

/** Reply of login and renewal (§3). An empty or missing token means invalid credentials (§5). */
export const TokenReply = z.looseObject({
  token: z
    .string()
    .nullish()
    .transform((token) => token ?? ""),
});
export type TokenReply = z.infer<typeof TokenReply>;
