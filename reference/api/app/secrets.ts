import { join } from "node:path";
import { eq } from "drizzle-orm";
import { open, seal, sealingKey } from "../core/crypto/sealed.ts";
import type { Database } from "../core/database/open.ts";
import { type KeptOptions, readOrMakeSecret, readSecret, type Secret } from "../core/secret-file.ts";
import { StorageError } from "../core/storage-problem.ts";
import { secrets } from "../schema/secrets.ts";

/** Returns a secret; the first call in the life of the installation makes it. */
export type Secrets = (secret: Secret) => Promise<string>;

/**
 * Secrets in files of a folder, for an installation of one process.
 * @throws StorageError when the database has those of an installation with a key, which new ones would contradict
 */
export async function fileSecrets(database: Database, directory: string, options: KeptOptions): Promise<Secrets> {
  if ((await database.$count(secrets)) > 0)
    throw new StorageError(
      `The secrets in this database are encrypted: set SECRET_KEY_FILE to the key with which it was made, or delete them, and new ones are made in DATA_DIR, so that users log in again (npm run ask -- "delete from secrets").`,
    );
  return (secret) => readOrMakeSecret(join(directory, secret.name), secret, options);
}

/**
 * Secrets in the database, encrypted with a key that is not in it. One that an installation of one process has in a file
 * moves to the database.
 */
export function databaseSecrets(
  database: Database,
  { secretKey, directory, hasData, log }: KeptOptions & { secretKey: string; directory: string },
): Secrets {
  return async (secret) => {
    const { name, make, isWhole, effect } = secret;
    const key = sealingKey(secretKey, name);
    const find = () => database.select().from(secrets).where(eq(secrets.name, name));
    if ((await find()).length === 0) {
      const moved = await readSecret(join(directory, name), secret);
      const sealed = seal(key, moved ?? (await make()));
      const added = await database.insert(secrets).values({ name, sealed }).onConflictDoNothing().returning();
      if (hasData && moved === undefined && added.length > 0)
        log.warn(`the secret ${name} was missing in the database and is made anew, so that ${effect}`);
    }
    const [row] = await find();
    const text = opened(key, row?.sealed ?? "").trim();
    if (isWhole(text)) return text;
    throw new StorageError(
      `The secret ${name} in the database is damaged: delete it, and a new one is made, so that ${effect} (npm run ask -- "delete from secrets where name = '${name}'").`,
    );
  };
}

function opened(key: Buffer, sealed: string): string {
  try {
    return open(key, sealed);
  } catch {
    throw new StorageError("SECRET_KEY_FILE is not the key with which the secrets in this database were encrypted.");
  }
}
