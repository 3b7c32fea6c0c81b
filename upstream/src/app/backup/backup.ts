import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../../core/config.ts";
import { dumpDatabase, loadDatabase } from "../../core/database/open.ts";
import { VERSION } from "../../core/version.ts";
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

/** The source of a backup: the open PGlite of a running process, or the location of the data. */
interface BackupSource {
  config: Pick<Config, "dataDir" | "databaseServer">;
  /** Dumps the database that this process has open; undefined for PostgreSQL, which has its own tool. */
  dump: (() => Promise<Blob>) | undefined;
  now: Date;
}

/**
 * Writes a backup into a new folder below `target`: database, keys, certificates, manifest.
 * @returns the folder
 */
export async function makeBackup({ config, dump, now }: BackupSource, target: string): Promise<string> {
  const name = `backup-${now.toISOString().replaceAll(/[:.]/g, "-")}`;
  const folder = join(target, name);
  const unfinished = `${folder}.unfinished`;
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  try {
    if (config.databaseServer !== undefined) {
      // One transaction's snapshot, while other transactions write.
      const file = join(unfinished, POSTGRES_FILE);
      await runPostgresTool("pg_dump", config.databaseServer, ["--format=custom", "--no-owner", `--file=${file}`]);
    } else {
      const blob = await (dump ?? (() => dumpDatabase(join(config.dataDir, "database"))))();
      await writeFile(join(unfinished, PGLITE_FILE), blob.stream(), { mode: 0o600 });
    }
    await copyKeptFiles(config.dataDir, unfinished);
    const database = config.databaseServer === undefined ? "pglite" : "postgres";
    await seal(unfinished, { version: VERSION, createdAt: now.toISOString(), database });
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
  return folder;
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
    const options = ["--no-owner", "--exit-on-error", "--single-transaction"];
    await runPostgresTool("pg_restore", config.databaseServer, [...options, join(folder, POSTGRES_FILE)]);
  } else {
    await loadDatabase(join(config.dataDir, "database"), join(folder, PGLITE_FILE));
  }
  await restoreKeptFiles(folder, config.dataDir);
  return manifest;
}
