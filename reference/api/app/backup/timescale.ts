import type { Client } from "pg";
import type { DatabaseServer } from "../../core/config.ts";
import { connectionTo, unreachable } from "../../core/database/open.ts";
import { BackupError } from "./contents.ts";
import { NOT_EMPTY } from "./postgres-tools.ts";

/** The version of TimescaleDB in a database; undefined without it. */
export function timescaleVersion(server: DatabaseServer): Promise<string | undefined> {
  return withClient(server, async (client) => {
    const { rows } = await client.query("select extversion as version from pg_extension where extname = 'timescaledb'");
    return rows[0]?.version;
  });
}

/**
 * Restores a dump of a database with TimescaleDB: adds the extension in the version of the dump, and stops its own work
 * meanwhile.
 * @throws BackupError before it changes anything, when the database is not empty or the server lacks what the dump needs
 */
export function restoreTimescale(server: DatabaseServer, version: string, restore: () => Promise<void>): Promise<void> {
  return withClient(server, async (client) => {
    const added = await addExtension(client, version);
    try {
      await requireRight(client);
      await client.query("select timescaledb_pre_restore()");
      try {
        await restore();
      } finally {
        await client.query("select timescaledb_post_restore()");
      }
    } catch (error) {
      if (added) await client.query("drop extension timescaledb");
      throw error;
    }
  });
}

/** Returns whether the extension was missing. */
async function addExtension(client: Client, version: string): Promise<boolean> {
  const { rows } = await client.query(
    `select exists (select from pg_tables where schemaname = 'public') as "hasTables",
      (select extversion from pg_extension where extname = 'timescaledb') as installed,
      exists (select from pg_available_extension_versions where name = 'timescaledb' and version = $1) as "isAvailable",
      current_setting('timescaledb.max_background_workers', true) is not null as "isLoaded"`,
    [version],
  );
  const { hasTables, installed, isAvailable, isLoaded } = rows[0];
  if (hasTables) throw new BackupError(NOT_EMPTY);
  if (!isAvailable || !isLoaded) {
    throw new BackupError(
      `The backup is of a database with TimescaleDB ${version}: install that version on the server of DATABASE_URL, and name timescaledb in its shared_preload_libraries.`,
    );
  }
  if (installed !== null && installed !== version) {
    throw new BackupError(
      `The database has TimescaleDB ${installed} and the backup ${version}: drop the extension from the empty database, and restore again.`,
    );
  }
  await client.query(`create extension if not exists timescaledb version '${version}'`);
  return installed === null;
}

async function requireRight(client: Client): Promise<void> {
  const { rows } = await client.query("select has_table_privilege('_timescaledb_catalog.hypertable', 'insert') as may");
  if (rows[0].may) return;
  throw new BackupError(
    "The user of DATABASE_URL may not restore the tables of TimescaleDB: make it a superuser until the restore has ended.",
  );
}

async function withClient<Result>(server: DatabaseServer, work: (client: Client) => Promise<Result>): Promise<Result> {
  const { default: pg } = await import("pg");
  const client = new pg.Client(connectionTo(server));
  await client.connect().catch((error: unknown) => {
    throw unreachable(server.url, error);
  });
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
