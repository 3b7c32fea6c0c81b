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

const folder = (name: string) => fileURLToPath(new URL(`./${name}`, import.meta.url));
const CURRENT = folder("migrations");
/**
 * The migrations before the first release, which the first of `CURRENT` replaces. That one has the date of the last of
 * them, so that a database with all of them treats it as applied.
 */
const SUPERSEDED = folder("superseded");

/**
 * Brings a schema up to date. A database with only some of the superseded migrations gets the rest of them first.
 * @throws StorageError when a later version has migrated the database, or it began with a migration that was never released
 */
export async function migrateSchema(database: AnyDatabase, migrate: Migrator): Promise<void> {
  const applied = await appliedMigrations(database);
  const [superseded, current] = [datesOf(SUPERSEDED), datesOf(CURRENT)];
  if (applied !== undefined) {
    if (![...superseded, ...current].includes(applied.first)) {
      throw new StorageError(
        "The database was made by a development version that no release can upgrade: move DATA_DIR away, or name an empty DATABASE_URL, and start again.",
      );
    }
    if (applied.last > Math.max(...current)) {
      throw new StorageError(
        "A later version of Lâmina has migrated the database, and this one cannot read it: start that version, or restore the backup from before its upgrade into an empty DATA_DIR or DATABASE_URL.",
      );
    }
    if (applied.last < (current[0] ?? 0)) await migrate({ migrationsFolder: SUPERSEDED });
  }
  await migrate({ migrationsFolder: CURRENT });
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

function datesOf(migrations: string): number[] {
  const journal: { entries: { when: number }[] } = JSON.parse(readFileSync(`${migrations}/meta/_journal.json`, "utf8"));
  return journal.entries.map(({ when }) => when);
}
