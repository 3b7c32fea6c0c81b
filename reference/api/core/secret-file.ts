import { randomBytes } from "node:crypto";
import { mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { Log } from "./log.ts";
import { StorageError } from "./storage-problem.ts";

/** A text that the program makes once in the life of an installation. */
export interface Secret {
  name: string;
  make: () => string | Promise<string>;
  /** Whether a text is as the program makes it. It gets the text without surrounding blanks. */
  isWhole: (text: string) => boolean;
  /** Effect of a new one on an installation with data, for the log and the remedy. */
  effect: string;
}

const PASSWORD_BYTES = 24;

/** A random password. An operator may replace it by a longer one without blanks. */
export const passwordSecret = (name: string, effect: string): Secret => ({
  name,
  make: () => randomBytes(PASSWORD_BYTES).toString("base64url"),
  isWhole: (text) => /^[\x21-\x7e]+$/.test(text) && text.length >= (PASSWORD_BYTES * 4) / 3,
  effect,
});

export interface KeptOptions {
  /** Whether the installation has data, whose secrets were made before. */
  hasData: boolean;
  log: Pick<Log, "warn">;
}

/**
 * The text of a secret's file that only its owner can read; the first start creates it.
 * @throws StorageError for a file that is not as the program makes it
 */
export async function readOrMakeSecret(path: string, secret: Secret, { hasData, log }: KeptOptions): Promise<string> {
  const existing = await readSecret(path, secret);
  if (existing !== undefined) {
    const { mode } = await stat(path);
    if (mode & 0o007 && process.platform !== "win32")
      log.warn(`other users may read or write ${path}: chmod 600 ${path}`);
    return existing;
  }
  const newSecret = await secret.make();
  await writeWhole(path, newSecret);
  if (hasData) log.warn(`${path} was missing and is made anew, so that ${secret.effect}`);
  return newSecret;
}

/**
 * The text of a secret's file; undefined without one.
 * @throws StorageError for a file that is not as the program makes it
 */
export async function readSecret(path: string, { isWhole, effect }: Secret): Promise<string | undefined> {
  const text = (await readIfThere(path))?.trim();
  if (text === undefined || isWhole(text)) return text;
  throw new StorageError(
    `${path} is ${text === "" ? "empty" : "damaged"}: copy it from a backup (keys/), or delete it, and a new one is made, so that ${effect}.`,
  );
}

/** The content of a file; undefined without one. */
export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return undefined;
  }
}

/**
 * Writes a file so that it has its old content or the whole new one, also after a crash of the machine. Only its owner
 * can read it, unless the mode allows more.
 */
export async function writeWhole(path: string, text: string | Buffer, mode = 0o600): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}.unfinished`;
  try {
    const file = await open(draft, "w", mode);
    try {
      await file.writeFile(text);
      // The mode of `open` is reduced by the umask.
      await file.chmod(mode);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/** Writes the names of a folder to the disk. Windows opens no folders, and needs this for no rename. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(path);
  await folder.sync().finally(() => folder.close());
}
