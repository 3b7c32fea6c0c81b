import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";

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

/** Brings a schema up to date. A database with only some of the superseded migrations gets the rest of them first. */
export async function migrateSchema(database: AnyDatabase, migrate: Migrator): Promise<void> {
  const last = await lastMigration(database);
  if (last !== undefined && last < squashedAt()) await migrate({ migrationsFolder: SUPERSEDED });
  await migrate({ migrationsFolder: CURRENT });
}

/** Date of the last migration that was applied, ms; undefined in an empty database. */
async function lastMigration(database: AnyDatabase): Promise<number | undefined> {
  const journal = await database.execute(sql`select to_regclass('drizzle.__drizzle_migrations') is not null as found`);
  if (journal.rows[0]?.found !== true) return undefined;
  const { rows } = await database.execute(sql`select max(created_at)::float8 as at from drizzle.__drizzle_migrations`);
  const at = rows[0]?.at;
  return typeof at === "number" ? at : undefined;
}

function squashedAt(): number {
  const journal: { entries: { when: number }[] } = JSON.parse(readFileSync(`${CURRENT}/meta/_journal.json`, "utf8"));
  return journal.entries[0]?.when ?? 0;
}
