/** AES-GCM (NIST SP 800-38D) with WebCrypto, which browsers offer to pages of a secure origin only. */
const ALGORITHM = "AES-GCM";
const NONCE_BYTES = 12;

interface Sealed {
  nonce: Uint8Array<ArrayBuffer>;
  sealed: ArrayBuffer;
}

export const canSeal = (): boolean => globalThis.crypto?.subtle !== undefined;

/** Imports a key of 32 bytes in base64url. Scripts can use the key but not read it. */
export function importKey(text: string): Promise<CryptoKey> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  return crypto.subtle.importKey("raw", bytes, ALGORITHM, false, ["encrypt", "decrypt"]);
}

/** Encrypts a JSON value. */
export async function seal(key: CryptoKey, value: unknown): Promise<Sealed> {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const plain = new TextEncoder().encode(JSON.stringify(value));
  return { nonce, sealed: await crypto.subtle.encrypt({ name: ALGORITHM, iv: nonce }, key, plain) };
}

/** @throws Error for another key, or for a changed value */
export async function unseal(key: CryptoKey, { nonce, sealed }: Sealed): Promise<unknown> {
  const plain = await crypto.subtle.decrypt({ name: ALGORITHM, iv: nonce }, key, sealed);
  return JSON.parse(new TextDecoder().decode(plain));
}

export function isSealed(value: unknown): value is Sealed {
  return typeof value === "object" && value !== null && "sealed" in value && "nonce" in value;
}
