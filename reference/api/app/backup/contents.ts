import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { copyFile, cp, mkdir, open, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import * as z from "zod";
import { makeFolder } from "../../core/make-folder.ts";
import { syncFolder } from "../../core/secret-file.ts";

/**
 * Files of the data folder that belong to a backup beside the database: keys, certificates, first passwords, the id at
 * the broker.
 */
export const KEPT_FILES = [
  "token-key.json",
  "tls",
  "broker-password",
  "admin-password",
  "installation",
  "login-counters",
  "unsubscribe-key",
  "weatherlink-key",
];
export const PGLITE_FILE = "database.tar.gz";
export const POSTGRES_FILE = "database.dump";
const MANIFEST_FILE = "manifest.json";

/** The description of a backup in its folder. */
export const Manifest = z.object({
  format: z.literal(1),
  version: z.string(),
  createdAt: z.string(),
  database: z.enum(["pglite", "postgres"]),
  /** SHA-256 of each file, by its path in the backup. */
  files: z.record(z.string(), z.string()),
});
export type Manifest = z.infer<typeof Manifest>;

/** A failed backup or restore; the message is a sentence for the user. */
export class BackupError extends Error {
  override name = "BackupError";
}

/** Copies keys and certificates into the backup. Processes that share an installation have them in the database. */
export async function copyKeptFiles(dataDir: string, target: string): Promise<void> {
  for (const name of KEPT_FILES) {
    const exists = await stat(join(dataDir, name)).then(
      () => true,
      () => false,
    );
    if (exists) await cp(join(dataDir, name), join(target, "keys", name), { recursive: true });
  }
}

/** Writes the manifest last: a folder without one is an unfinished backup. */
export async function seal(folder: string, about: Omit<Manifest, "format" | "files">): Promise<Manifest> {
  const manifest: Manifest = { format: 1, ...about, files: await digestsOf(folder) };
  await writeFile(join(folder, MANIFEST_FILE), `${JSON.stringify(manifest, undefined, 2)}\n`, { mode: 0o600 });
  return manifest;
}

/**
 * Reads a backup and verifies the hash of each of its files.
 * @throws BackupError when it is not a backup, unfinished, or damaged
 */
export async function openBackup(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST_FILE), "utf8").catch(() => {
    throw new BackupError(`${folder} is no finished backup: it has no ${MANIFEST_FILE}.`);
  });
  const manifest = Manifest.safeParse(parsed(text, folder));
  if (!manifest.success)
    throw new BackupError(`${folder} was made by another version: its ${MANIFEST_FILE} is unknown.`);
  const found = await digestsOf(folder);
  for (const [file, digest] of Object.entries(manifest.data.files)) {
    if (found[file] !== digest) throw new BackupError(`${folder} is damaged: ${file} is not as it was written.`);
  }
  return manifest.data;
}

function parsed(text: string, folder: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BackupError(`${folder} is damaged: its ${MANIFEST_FILE} cannot be read. Use another backup.`);
  }
}

/** Writes all files of a folder to the disk, before a rename says that they are complete. */
export async function syncFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await syncFolder(path);
    if (!entry.isFile()) continue;
    // Windows syncs only a file that is open for writing.
    const file = await open(path, "r+");
    await file.sync().finally(() => file.close());
  }
  await syncFolder(folder);
}

/** Copies keys and certificates into an empty data folder, readable only by their owner. */
export async function restoreKeptFiles(folder: string, dataDir: string): Promise<void> {
  makeFolder(dataDir);
  const keys = join(folder, "keys");
  const entries = await readdir(keys, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
      return [];
    },
  );
  for (const entry of entries) {
    const from = join(entry.parentPath, entry.name);
    const to = join(dataDir, from.slice(keys.length + 1));
    if (entry.isDirectory()) await mkdir(to, { recursive: true, mode: 0o700 });
    else {
      await mkdir(join(to, ".."), { recursive: true, mode: 0o700 });
      await copyFile(from, to);
    }
  }
}

async function digestsOf(folder: string): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(folder.length + 1);
    if (!entry.isFile() || name === MANIFEST_FILE) continue;
    const hash = createHash("sha256");
    await pipeline(createReadStream(path), hash);
    digests[name] = hash.digest("hex");
  }
  return digests;
}
