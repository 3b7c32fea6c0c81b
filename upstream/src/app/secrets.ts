import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import type { Database } from "../core/database/open.ts";
import { readOrMakeSecret, readSecret } from "../core/secret-file.ts";
import { secrets } from "../schema/secrets.ts";

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Returns a secret by its name; the first call in the life of the installation makes it. */
export type Secrets = (name: string, make: () => string | Promise<string>) => Promise<string>;

/** Secrets in files of a folder, for an installation of one process. */
export const fileSecrets =
  (directory: string): Secrets =>
  (name, make) =>
    readOrMakeSecret(join(directory, name), make);

/**
 * Secrets in the database, encrypted with a key that is not in it. One that an installation of one process has in a file
 * moves to the database.
 */
export function databaseSecrets(database: Database, secretKey: string, directory: string): Secrets {
  return async (name, make) => {
    const key = keyOf(secretKey, name);
    const find = () => database.select().from(secrets).where(eq(secrets.name, name));
    if ((await find()).length === 0) {
      const sealed = seal(key, (await readSecret(join(directory, name))) ?? (await make()));
      await database.insert(secrets).values({ name, sealed }).onConflictDoNothing();
    }
    const [row] = await find();
    return open(key, row?.sealed ?? "");
  };
}

/** A key for one secret, so that a row under another's name cannot be opened. */
const keyOf = (secretKey: string, name: string) =>
  Buffer.from(hkdfSync("sha256", secretKey, "lamina secrets", name, KEY_BYTES));

function seal(key: Buffer, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce);
  const content = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), content]).toString("base64url");
}

function open(key: Buffer, sealed: string): string {
  const bytes = Buffer.from(sealed, "base64url");
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
  } catch {
    throw new Error("SECRET_KEY_FILE is not the key with which the secrets in this database were encrypted.");
  }
}
