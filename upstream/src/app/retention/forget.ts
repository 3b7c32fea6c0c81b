import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Database } from "../../core/database/open.ts";
import { notifications } from "../../schema/alerts.ts";
import { auditEntries } from "../../schema/audit.ts";
import { pivots } from "../../schema/farms.ts";
import { deviceHealth, devices, pivotStatuses, readings, sensors } from "../../schema/telemetry.ts";
import { writeKeys } from "../../schema/write-keys.ts";

/** Kinds of data with a retention time. */
export type Kind = "readings" | "pivotStatuses" | "deviceHealth" | "notifications" | "audit" | "writeKeys";

/** Rows per statement, so that it holds its locks, and PGlite's only connection, for milliseconds only. */
const BATCH = 5000;
/** Statements per run, so that the first run on an old database does not take all night. */
const MOST_BATCHES = 400;

/** Tables with an index on owner and date, but none on the date alone. */
const ofOwners: Readonly<Partial<Record<Kind, { table: PgTable; owner: string; at: string; owners: SQL }>>> = {
  readings: { table: readings, owner: "sensor", at: "at", owners: sql`select number as id from ${sensors}` },
  pivotStatuses: { table: pivotStatuses, owner: "pivot_id", at: "date", owners: sql`select _id as id from ${pivots}` },
  deviceHealth: { table: deviceHealth, owner: "device_id", at: "date", owners: sql`select _id as id from ${devices}` },
};

/** Tables with an index on the date. */
const byDate: Readonly<Partial<Record<Kind, { table: PgTable; key: string; old: (limit: string) => SQL }>>> = {
  notifications: {
    table: notifications,
    key: "_id",
    old: (limit) => sql`date < ${limit}::timestamptz and resolved_at < ${limit}::timestamptz`,
  },
  audit: { table: auditEntries, key: "_id", old: (limit) => sql`date < ${limit}::timestamptz` },
  writeKeys: { table: writeKeys, key: "ctid", old: (limit) => sql`date < ${limit}::timestamptz` },
};

/** Deletes rows older than the limit, in small batches, each in its own transaction. Returns the number of deleted rows. */
export async function forgetBefore(database: Database, kind: Kind, limit: Date): Promise<number> {
  const at = limit.toISOString();
  const owned = ofOwners[kind];
  if (owned === undefined) {
    const { table, key, old } = byDate[kind] ?? {};
    if (table === undefined || key === undefined || old === undefined) return 0;
    const rows = sql`select ${sql.identifier(key)} from ${table} where ${old(at)} order by date limit ${BATCH}`;
    return inBatches(database, () => sql`delete from ${table} where ${sql.identifier(key)} in (${rows}) returning 1`);
  }
  const { table, owners } = owned;
  const [owner, date] = [sql.identifier(owned.owner), sql.identifier(owned.at)];
  // One index lookup per owner, however long its history is.
  const { rows } = await database.execute(sql`
    select id from (${owners}) o
    where (select min(${date}) from ${table} t where t.${owner} = o.id) < ${at}::timestamptz`);
  let forgotten = 0;
  for (const { id } of rows) {
    const own = sql`${owner} = ${id} and ${date} < ${at}::timestamptz`;
    forgotten += await inBatches(
      database,
      () => sql`
        delete from ${table} where ${own} and ${date} <= (
          select max(${date}) from (select ${date} from ${table} where ${own} order by ${date} limit ${BATCH}) b
        ) returning 1`,
    );
    if (forgotten >= BATCH * MOST_BATCHES) break;
  }
  return forgotten;
}

async function inBatches(database: Database, statement: () => SQL): Promise<number> {
  let forgotten = 0;
  for (let batch = 0; batch < MOST_BATCHES; batch++) {
    const { rows } = await database.execute(sql`with gone as (${statement()}) select count(*)::int as count from gone`);
    const count = Number(rows[0]?.count ?? 0);
    forgotten += count;
    if (count < BATCH) break;
  }
  return forgotten;
}
