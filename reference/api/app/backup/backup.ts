import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm, rmdir, stat, statfs, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Config, DatabaseServer } from "../../core/config.ts";
import type { CopyDatabase } from "../../core/database/open.ts";
import { lockDirectory, lockFile, lockForRestore, UNFINISHED } from "../../core/lock.ts";
import { makeFolder } from "../../core/make-folder.ts";
import { syncFolder } from "../../core/secret-file.ts";
import { VERSION } from "../../core/version.ts";
import { pack, unpack } from "./archive.ts";
import {
  BackupError,
  copyKeptFiles,
  KEPT_FILES,
  type Manifest,
  openBackup,
  PGLITE_FILE,
  POSTGRES_FILE,
  restoreKeptFiles,
  seal,
  syncFiles,
} from "./contents.ts";
import { dumpPostgres, restorePostgres } from "./postgres-tools.ts";

/** The database's folder in a data folder. */
const DATABASE = "database";

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
    if (config.databaseServer !== undefined) {
      // One transaction's snapshot, while other transactions write.
      await dumpPostgres(config.databaseServer, join(unfinished, POSTGRES_FILE));
    } else {
      await packDatabase(config.dataDir, copy, unfinished);
    }
    await copyKeptFiles(config.dataDir, unfinished);
    const database = config.databaseServer === undefined ? "pglite" : "postgres";
    await seal(unfinished, { version: VERSION, createdAt: now.toISOString(), database });
    await syncFiles(unfinished);
    await rename(unfinished, folder);
    await noteBackup(target, now);
    await syncFolder(target);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
  return folder;
}

/** For the text file collector of Prometheus' node exporter, because a backup that is not made is noticed too late. */
async function noteBackup(target: string, now: Date): Promise<void> {
  const file = join(target, "lamina.prom");
  const name = "lamina_backup_timestamp_seconds";
  const about = `# HELP ${name} When the newest backup was made (Unix time)\n# TYPE ${name} gauge`;
  // The collector may read at any time.
  await writeFile(`${file}.unfinished`, `${about}\n${name} ${Math.floor(now.getTime() / 1000)}\n`);
  await rename(`${file}.unfinished`, file);
}

async function packDatabase(dataDir: string, copy: CopyDatabase | undefined, target: string): Promise<void> {
  const [folder, archive] = [join(dataDir, DATABASE), join(target, PGLITE_FILE)];
  if (copy === undefined) {
    if (!existsSync(join(folder, "PG_VERSION")))
      throw new BackupError(`${dataDir} holds no whole database: name the DATA_DIR of an installation.`);
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
 * Restores a backup into an empty data folder and, with PostgreSQL, into an empty database. Everything is written into a
 * folder in the data folder, which may be a volume that cannot be renamed, and moved when it is complete.
 * @throws BackupError when the backup is damaged or the target is not empty
 */
export async function restoreBackup(
  folder: string,
  config: Pick<Config, "dataDir" | "databaseServer">,
): Promise<Manifest> {
  const { dataDir } = config;
  const manifest = await openBackup(folder);
  await requireEmpty(dataDir);
  if ((config.databaseServer !== undefined) !== (manifest.database === "postgres")) {
    throw new BackupError(
      manifest.database === "postgres"
        ? "The backup is of PostgreSQL: set DATABASE_URL to an empty database."
        : "The backup is of PGlite: unset DATABASE_URL.",
    );
  }
  const isNew = !existsSync(dataDir);
  const release = await lockForRestore(dataDir);
  const empty = async () => {
    // The archive's process of a restore that was killed may just be ending.
    for (const name of RESTORED) await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    // What is there is of a restore that was killed.
    await empty();
    await restoreInto(dataDir, folder, config.databaseServer);
  } catch (error) {
    await empty();
    await release();
    if (isNew) await rmdir(dataDir);
    throw error;
  }
  await release();
  return manifest;
}

async function restoreInto(dataDir: string, folder: string, server: DatabaseServer | undefined): Promise<void> {
  const unfinished = join(dataDir, UNFINISHED);
  await restoreKeptFiles(folder, unfinished);
  if (server !== undefined) {
    await restorePostgres(server, join(folder, POSTGRES_FILE));
  } else {
    const database = join(unfinished, DATABASE);
    await mkdir(database, { mode: 0o700 });
    await unpack(join(folder, PGLITE_FILE), database);
  }
  await syncFiles(unfinished);
  for (const name of await readdir(unfinished)) await rename(join(unfinished, name), join(dataDir, name));
  await syncFolder(dataDir);
  await rmdir(unfinished);
}

/** The names that a restore writes into a data folder. */
const RESTORED = [UNFINISHED, DATABASE, ...KEPT_FILES];

/** A folder is empty for a restore, too, that has only what an earlier one left when it was killed. */
async function requireEmpty(dataDir: string): Promise<void> {
  const present = await readdir(dataDir).catch((): string[] => []);
  const isLeft = present.includes(UNFINISHED);
  const others = present.filter((name) => name !== basename(lockFile(dataDir)) && !(isLeft && RESTORED.includes(name)));
  if (others.length > 0)
    throw new BackupError(`${dataDir} is not empty: name an empty DATA_DIR, or move the old one away.`);
}
