import { createCipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";

const CURVE = "prime256v1";
const KEY_BYTES = 16;
const NONCE_BYTES = 12;
const SALT_BYTES = 16;
const SECRET_BYTES = 32;
/** Size of a record (RFC 8188). A push service takes 4,096 bytes at least, so that there is one record. */
const RECORD_BYTES = 4096;
/** Marks the end of the last record's content. */
const LAST_RECORD = 2;
/** Longest content: a record without its mark, its tag, and the header of salt, size and key. */
export const MAX_CONTENT_BYTES = RECORD_BYTES - 1 - 16 - (SALT_BYTES + 4 + 1 + 65);

/** Keys of a browser's subscription, base64url. */
interface BrowserKeys {
  p256dh: string;
  auth: string;
}

/** Values that are random but in a test of RFC 8291's example. */
interface Chosen {
  salt: Buffer;
  privateKey?: Buffer;
}

/**
 * Encrypts a content for one browser: Message Encryption for Web Push (RFC 8291), encoding `aes128gcm` (RFC 8188).
 * @throws Error for a key that is no point of the curve
 */
export function encrypt(
  content: Buffer,
  { p256dh, auth }: BrowserKeys,
  { salt, privateKey }: Chosen = { salt: randomBytes(SALT_BYTES) },
): Buffer {
  const ecdh = createECDH(CURVE);
  if (privateKey) ecdh.setPrivateKey(privateKey);
  else ecdh.generateKeys();
  const browserKey = Buffer.from(p256dh, "base64url");
  const ownKey = ecdh.getPublicKey();
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), browserKey, ownKey]);
  const secret = hkdf(ecdh.computeSecret(browserKey), Buffer.from(auth, "base64url"), info, SECRET_BYTES);
  const key = hkdf(secret, salt, Buffer.from("Content-Encoding: aes128gcm\0"), KEY_BYTES);
  const nonce = hkdf(secret, salt, Buffer.from("Content-Encoding: nonce\0"), NONCE_BYTES);
  const cipher = createCipheriv("aes-128-gcm", key, nonce);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(RECORD_BYTES);
  const header = Buffer.concat([salt, size, Buffer.from([ownKey.length]), ownKey]);
  const record = [cipher.update(content), cipher.update(Buffer.from([LAST_RECORD])), cipher.final()];
  return Buffer.concat([header, ...record, cipher.getAuthTag()]);
}

/** Whether messages can be encrypted for these keys. */
export function areBrowserKeys(keys: BrowserKeys): boolean {
  try {
    return encrypt(Buffer.alloc(0), keys).length > 0 && Buffer.from(keys.auth, "base64url").length === SALT_BYTES;
  } catch {
    return false;
  }
}

function hkdf(key: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync("sha256", key, salt, info, length));
}
