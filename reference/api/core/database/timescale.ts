import { sql } from "drizzle-orm";
import type { Log } from "../log.ts";
import { isInMonths, type MonthlyTable, monthlyTables } from "./months.ts";
import { type Database, MIGRATION_LOCK } from "./open.ts";

/** The oldest version with which this was tried. */
const OLDEST = { major: 2, minor: 28 };
/** About a month, so that the tables have as many chunks as they had months. */
const CHUNK = "30 days";
/** Chunks of an older end are compressed. Later readings are stored too, beside the compressed ones. */
const COMPRESSED_AFTER = "60 days";
/** The column by which a query finds rows, which compressed rows keep readable, and the moment. */
const COLUMNS: Readonly<Record<MonthlyTable, { owner: string; at: string }>> = {
  readings: { owner: "sensor", at: "at" },
  pivot_statuses: { owner: "pivot_id", at: "date" },
};
/** A schema for the tables in months while their rows are copied, so that all names can be used again. */
const ASIDE = "lamina_months";

interface Extension {
  version: string;
  license: string | null;
}

/**
 * Divides the monthly tables by TimescaleDB where the database has the extension, so that old rows are compressed. Rows
 * in months are copied in one transaction, which locks these tables; the log names each part. Where that is impossible
 * or fails they stay in months, the log says why, and the next start tries again.
 */
export async function useTimescale(database: Database, log: Log): Promise<void> {
  const { rows } = await database.execute<Extension & Record<string, unknown>>(sql`
    select extversion as version, current_setting('timescaledb.license', true) as license
    from pg_extension where extname = 'timescaledb'`);
  const [extension] = rows;
  if (extension === undefined) return;
  try {
    await database.transaction((transaction) => divide(transaction, extension, log));
  } catch (error) {
    const { message, detail = "" } = ((error as Error).cause ?? error) as Error & { detail?: string };
    log.error({ reason: `${message} ${detail}`.trim() }, "TimescaleDB was not set up: what was in months stays there.");
  }
}

async function divide(database: Database, extension: Extension, log: Log): Promise<void> {
  await database.execute(sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
  const inMonths: MonthlyTable[] = [];
  for (const table of monthlyTables) if (await isInMonths(database, table)) inMonths.push(table);
  const problem = problemOf(extension);
  if (inMonths.length > 0 && problem !== undefined) {
    log.warn(extension, `Readings and states stay in months: ${problem}`);
    return;
  }
  if (inMonths.length > 0) {
    await run(database, `create schema ${ASIDE}`);
    for (const table of inMonths) await copy(database, table, log);
    await run(database, `drop schema ${ASIDE}`);
  }
  await allowLateRows(database);
}

function problemOf({ version, license }: Extension): string | undefined {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major < OLDEST.major || (major === OLDEST.major && minor < OLDEST.minor))
    return `TimescaleDB ${version} is older than ${OLDEST.major}.${OLDEST.minor}; update the extension.`;
  if (license !== "timescale")
    return `TimescaleDB compresses nothing under its license ${license}; set timescaledb.license to timescale.`;
  return undefined;
}

async function copy(database: Database, table: MonthlyTable, log: Log): Promise<void> {
  const began = performance.now();
  const { owner, at } = COLUMNS[table];
  const old = `${ASIDE}.${table}`;
  // With its partitions, from which retention deletes rows.
  await run(database, `lock table ${table} in access exclusive mode`);
  await run(database, `alter table ${table} set schema ${ASIDE}`);
  await run(database, `create table ${table} (like ${old} including all excluding indexes)`);
  await run(
    database,
    `select create_hypertable('${table}', by_range('${at}', interval '${CHUNK}'), create_default_indexes => false)`,
  );
  await copyRows(database, table, { old, log });
  // After the rows, because that is faster.
  for (const { statement } of await keysOf(database, table, old)) await run(database, statement);
  await run(
    database,
    `alter table ${table} set (timescaledb.enable_columnstore, timescaledb.segmentby = '${owner}', timescaledb.orderby = '${at} desc')`,
  );
  await run(database, `call add_columnstore_policy('${table}', after => interval '${COMPRESSED_AFTER}')`);
  await run(database, `drop table ${old}`);
  await run(database, `analyze ${table}`);
  log.info({ table, seconds: Math.round((performance.now() - began) / 1000) }, "divided by TimescaleDB");
}

/** @throws Error when the copy has another number of rows */
async function copyRows(database: Database, table: MonthlyTable, { old, log }: { old: string; log: Log }) {
  // By name, because the first partition may have the columns in another order.
  const { rows: parts } = await database.execute<{ part: string; rows: number; columns: string }>(sql`
    select inhrelid::regclass::text as part, greatest(reltuples, 0)::float8 as rows,
      (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
       where attrelid = inhparent and attnum > 0 and not attisdropped) as columns
    from pg_inherits join pg_class on pg_class.oid = inhrelid where inhparent = ${old}::regclass order by 1`);
  for (const { part, rows, columns } of parts) {
    log.info({ table, part, rows }, "copying to TimescaleDB; nobody can use the table meanwhile");
    await run(database, `insert into ${table} (${columns}) select ${columns} from ${part}`);
  }
  const { rows: counted } = await database.execute(
    sql`select (select count(*) from ${sql.raw(old)}) = (select count(*) from ${sql.raw(table)}) as complete`,
  );
  if (counted[0]?.complete !== true) throw new Error(`the copy of ${table} is not complete`);
}

/** Statements for the keys and indexes of a table that was set aside, with their names. */
async function keysOf(database: Database, table: MonthlyTable, old: string): Promise<{ statement: string }[]> {
  const { rows } = await database.execute<{ statement: string }>(sql`
    select format('alter table %I add constraint %I %s', ${table}::text, conname, pg_get_constraintdef(oid)) as statement
    from pg_constraint where conrelid = ${old}::regclass and contype in ('p', 'u', 'f')
    union all
    select replace(pg_get_indexdef(indexrelid), ${` ON ONLY ${old} `}::text, ${` ON ${table} `}::text)
    from pg_index where indrelid = ${old}::regclass and not exists (select from pg_constraint where conindid = indexrelid)`);
  return rows;
}

/**
 * A statement that changes compressed rows fails beyond a number of rows, which a device that comes back with months of
 * readings would reach at every attempt. For the connections that are opened from now on.
 */
async function allowLateRows(database: Database): Promise<void> {
  await run(
    database,
    `do $$ begin execute format('alter role current_user in database %I
      set timescaledb.max_tuples_decompressed_per_dml_transaction = 0', current_database()); end $$`,
  );
}

const run = (database: Database, statement: string) => database.execute(sql.raw(statement));
