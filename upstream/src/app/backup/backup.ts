import { mkdir, readdir, rename, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../../core/config.ts";
import type { CopyDatabase } from "../../core/database/open.ts";
import { lockDirectory } from "../../core/lock.ts";
import { makeFolder } from "../../core/make-folder.ts";
import { VERSION } from "../../core/version.ts";
import { pack, unpack } from "./archive.ts";
import {
  BackupError,
  copyKeptFiles,
  type Manifest,
  openBackup,
  PGLITE_FILE,
  POSTGRES_FILE,
  restoreKeptFiles,
  seal,
} from "./contents.ts";
import { runPostgresTool } from "./postgres-tools.ts";
import { restoreTimescale, timescaleVersion } from "./timescale.ts";

/** The source of a backup: the open PGlite of a running process, or the location of the data. */
interface BackupSource {
  config: Pick<Config, "dataDir" | "databaseServer">;
  /** Copies the PGlite that this process has open; undefined when none has it open, and for PostgreSQL. */
  copy: CopyDatabase | undefined;
  now: Date;
}

/**
 * Writes a backup into a new folder below `target`: database, keys, certificates, manifest.
 * @returns the folder
 */
export async function makeBackup({ config, copy, now }: BackupSource, target: string): Promise<string> {
  const name = `backup-${now.toISOString().replaceAll(/[:.]/g, "-")}`;
  const folder = join(target, name);
  const unfinished = `${folder}.unfinished`;
  makeFolder(unfinished);
  try {
    const timescale = config.databaseServer && (await timescaleVersion(config.databaseServer));
    if (config.databaseServer !== undefined) {
      // One transaction's snapshot, while other transactions write.
      const file = join(unfinished, POSTGRES_FILE);
      await runPostgresTool("pg_dump", config.databaseServer, ["--format=custom", "--no-owner", `--file=${file}`]);
    } else {
      await packDatabase(config.dataDir, copy, unfinished);
    }
    await copyKeptFiles(config.dataDir, unfinished);
    const database = config.databaseServer === undefined ? "pglite" : "postgres";
    await seal(unfinished, { version: VERSION, createdAt: now.toISOString(), database, timescale });
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
  return folder;
}

async function packDatabase(dataDir: string, copy: CopyDatabase | undefined, target: string): Promise<void> {
  const [folder, archive] = [join(dataDir, "database"), join(target, PGLITE_FILE)];
  if (copy === undefined) {
    const release = await lockDirectory(dataDir);
    return pack(folder, archive).finally(release);
  }
  const copied = join(target, "database");
  await requireRoom(folder, target);
  await copy(copied);
  await pack(copied, archive);
  await rm(copied, { recursive: true });
}

/** The copy must not fill the disk on which the database may be. */
async function requireRoom(folder: string, target: string): Promise<void> {
  const { bavail, bsize } = await statfs(target);
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const sizes = files.map(({ parentPath, name }) => stat(join(parentPath, name)).catch(() => ({ size: 0 })));
  const needed = (await Promise.all(sizes)).reduce((sum, { size }) => sum + 2 * size, 0);
  if (bavail * bsize >= needed) return;
  throw new BackupError(
    `${target} has too little room: a backup needs ${Math.ceil(needed / 1_048_576)} MiB meanwhile.`,
  );
}

/**
 * Restores a backup into an empty data folder and, with PostgreSQL, into an empty database.
 * @throws BackupError when the backup is damaged or the target is not empty
 */
export async function restoreBackup(
  folder: string,
  config: Pick<Config, "dataDir" | "databaseServer">,
): Promise<Manifest> {
  const manifest = await openBackup(folder);
  const present = await readdir(config.dataDir).catch(() => []);
  if (present.length > 0) {
    throw new BackupError(`${config.dataDir} is not empty: name an empty DATA_DIR, or move the old one away.`);
  }
  if ((config.databaseServer !== undefined) !== (manifest.database === "postgres")) {
    throw new BackupError(
      manifest.database === "postgres"
        ? "The backup is of PostgreSQL: set DATABASE_URL to an empty database."
        : "The backup is of PGlite: unset DATABASE_URL.",
    );
  }
  if (config.databaseServer !== undefined) {
    const server = config.databaseServer;
    const options = ["--no-owner", "--exit-on-error", "--single-transaction"];
    const run = () => runPostgresTool("pg_restore", server, [...options, join(folder, POSTGRES_FILE)]);
    await (manifest.timescale === undefined ? run() : restoreTimescale(server, manifest.timescale, run));
  } else {
    const database = join(config.dataDir, "database");
    await mkdir(database, { recursive: true, mode: 0o700 });
    await unpack(join(folder, PGLITE_FILE), database);
  }
  await restoreKeptFiles(folder, config.dataDir);
  return manifest;
}
