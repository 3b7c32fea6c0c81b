import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import { StorageError } from "../storage-problem.ts";

/** Result of a raw query with either driver. */
interface Rows extends PgQueryResultHKT {
  type: { rows: Record<string, unknown>[] };
}
type AnyDatabase = PgDatabase<Rows>;
type Migrator = (options: { migrationsFolder: string }) => Promise<void>;

const MIGRATIONS = fileURLToPath(new URL("./migrations", import.meta.url));

/**
 * Brings a schema up to date.
 * @throws StorageError when a later version has migrated the database, or it began with a migration that was never released
 */
export async function migrateSchema(database: AnyDatabase, migrate: Migrator): Promise<void> {
  const applied = await appliedMigrations(database);
  const dates = migrationDates();
  if (applied !== undefined && !dates.includes(applied.first)) {
    throw new StorageError(
      "The database was made by a development version that no release can upgrade: move DATA_DIR away, or name an empty DATABASE_URL, and start again.",
    );
  }
  if (applied !== undefined && applied.last > Math.max(...dates)) {
    throw new StorageError(
      "A later version of Lâmina has migrated the database, and this one cannot read it: start that version, or restore the backup from before its upgrade into an empty DATA_DIR or DATABASE_URL.",
    );
  }
  await migrate({ migrationsFolder: MIGRATIONS });
}

/** Dates of the first and the last migration that were applied, ms; undefined in an empty database. */
async function appliedMigrations(database: AnyDatabase): Promise<{ first: number; last: number } | undefined> {
  const journal = await database.execute(sql`select to_regclass('drizzle.__drizzle_migrations') is not null as found`);
  if (journal.rows[0]?.found !== true) return undefined;
  const { rows } = await database.execute(
    sql`select min(created_at)::float8 as first, max(created_at)::float8 as last from drizzle.__drizzle_migrations`,
  );
  const { first, last } = rows[0] ?? {};
  return typeof first === "number" && typeof last === "number" ? { first, last } : undefined;
}

function migrationDates(): number[] {
  const journal: { entries: { when: number }[] } = JSON.parse(readFileSync(`${MIGRATIONS}/meta/_journal.json`, "utf8"));
  return journal.entries.map(({ when }) => when);
}
