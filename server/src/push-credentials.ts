import { createECDH, createPrivateKey } from "node:crypto";
import * as z from "zod";

/**
 * The server's keys at push services (RFC 8292), base64url: a point of P-256, and its number. As
 * `web-push generate-vapid-keys --json` prints them.
 */
export const VapidKeys = z
  .object({ publicKey: z.string(), privateKey: z.string() })
  .refine(({ publicKey, privateKey }) => publicKeyOf(privateKey) === publicKey);
export type VapidKeys = z.infer<typeof VapidKeys>;

/** The file of a service account, as Firebase's console gives it. */
export const FcmCredentials = z.object({
  project_id: z.string().min(1),
  client_email: z.string().min(1),
  private_key: z.string().refine(isPrivateKey),
  token_uri: z.url({ protocol: /^https$/ }),
});
export type FcmCredentials = z.infer<typeof FcmCredentials>;

function publicKeyOf(privateKey: string): string | undefined {
  try {
    const ecdh = createECDH("prime256v1");
    ecdh.setPrivateKey(Buffer.from(privateKey, "base64url"));
    return ecdh.getPublicKey("base64url");
  } catch {
    return undefined;
  }
}

function isPrivateKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).type === "private";
  } catch {
    return false;
  }
}
