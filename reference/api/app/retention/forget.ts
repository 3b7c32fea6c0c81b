import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { dropMonths, firstPartition, type MonthlyTable } from "../../core/database/months.ts";
import type { Database } from "../../core/database/open.ts";
import { notifications } from "../../schema/alerts.ts";
import { auditEntries } from "../../schema/audit.ts";
import { pivotCommands } from "../../schema/commands.ts";
import { deletedRows, deletions } from "../../schema/deletions.ts";
import { pivots } from "../../schema/farms.ts";
import { fieldNotes, waterings } from "../../schema/irrigation.ts";
import { knownLogins } from "../../schema/login-limits.ts";
import { photos } from "../../schema/photos.ts";
import { deviceHealth, devices, sensors } from "../../schema/telemetry.ts";
import { rains } from "../../schema/weather.ts";
import { writeKeys } from "../../schema/write-keys.ts";

export type Kind =
  | "readings"
  | "pivotStatuses"
  | "deviceHealth"
  | "notifications"
  | "audit"
  | "commands"
  | "writeKeys"
  | "knownLogins"
  | "photos"
  | "deletions";

/** Rows per statement, so that it holds its locks, and PGlite's only connection, for milliseconds only. */
const BATCH = 5000;
/** Statements per run, so that the first run on an old database does not take all night. */
const MAX_BATCHES = 400;

/** Tables with an index on owner and date, but none on the date alone. */
const ofOwners: Readonly<Partial<Record<Kind, { table: PgTable | SQL; owner: string; at: string; owners: SQL }>>> = {
  readings: {
    table: sql`${firstPartition("readings")}`,
    owner: "sensor",
    at: "at",
    owners: sql`select number as id from ${sensors}`,
  },
  pivotStatuses: {
    table: sql`${firstPartition("pivot_statuses")}`,
    owner: "pivot_id",
    at: "date",
    owners: sql`select _id as id from ${pivots}`,
  },
  deviceHealth: { table: deviceHealth, owner: "device_id", at: "date", owners: sql`select _id as id from ${devices}` },
};

/** Tables with an index on the date. */
const byDate: Readonly<
  Partial<Record<Kind, { table: PgTable; key: string; order?: string; old: (limit: string) => SQL }>>
> = {
  notifications: {
    table: notifications,
    key: "_id",
    old: (limit) => sql`date < ${limit}::timestamptz and resolved_at < ${limit}::timestamptz`,
  },
  commands: {
    table: pivotCommands,
    key: "_id",
    order: "issued_at",
    old: (limit) => sql`issued_at < ${limit}::timestamptz`,
  },
  audit: { table: auditEntries, key: "_id", old: (limit) => sql`date < ${limit}::timestamptz` },
  writeKeys: { table: writeKeys, key: "ctid", old: (limit) => sql`date < ${limit}::timestamptz` },
  knownLogins: { table: knownLogins, key: "pair", old: (limit) => sql`date < ${limit}::timestamptz` },
  deletions: { table: deletions, key: "_id", old: (limit) => sql`date < ${limit}::timestamptz` },
  // Those that no record names: the record was deleted, or never arrived.
  photos: {
    table: photos,
    key: "_id",
    order: "created_at",
    old: (limit) => sql`created_at < ${limit}::timestamptz and not exists (
      select 1 from ${waterings} where ${waterings.photoId} = ${photos._id}
      union all select 1 from ${rains} where ${rains.photoId} = ${photos._id}
      union all select 1 from ${fieldNotes} where ${fieldNotes.photoId} = ${photos._id}
      union all select 1 from ${deletedRows} d where d.row->>'photo_id' = ${photos._id})`,
  },
};

/** Kinds with a partition per month. */
const monthly: Readonly<Partial<Record<Kind, MonthlyTable>>> = {
  readings: "readings",
  pivotStatuses: "pivot_statuses",
};

/**
 * Deletes data older than the limit: whole months, and rows of the first partition and of undivided tables, these in
 * small batches, each in its own transaction. Returns the number of deleted rows, of months about.
 */
export async function forgetBefore(database: Database, kind: Kind, limit: Date): Promise<number> {
  const table = monthly[kind];
  const dropped = table === undefined ? 0 : await dropMonths(database, table, limit);
  return dropped + (await deleteBefore(database, kind, limit));
}

async function deleteBefore(database: Database, kind: Kind, limit: Date): Promise<number> {
  const at = limit.toISOString();
  const owned = ofOwners[kind];
  if (owned === undefined) {
    const { table, key, order = "date", old } = byDate[kind] ?? {};
    if (table === undefined || key === undefined || old === undefined) return 0;
    const rows = sql`select ${sql.identifier(key)} from ${table} where ${old(at)} order by ${sql.identifier(order)} limit ${BATCH}`;
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
    const condition = sql`${owner} = ${id} and ${date} < ${at}::timestamptz`;
    forgotten += await inBatches(
      database,
      () => sql`
        delete from ${table} where ${condition} and ${date} <= (
          select max(${date}) from (select ${date} from ${table} where ${condition} order by ${date} limit ${BATCH}) b
        ) returning 1`,
    );
    if (forgotten >= BATCH * MAX_BATCHES) break;
  }
  return forgotten;
}

async function inBatches(database: Database, statement: () => SQL): Promise<number> {
  let forgotten = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const { rows } = await database.execute(sql`with gone as (${statement()}) select count(*)::int as count from gone`);
    const count = Number(rows[0]?.count ?? 0);
    forgotten += count;
    if (count < BATCH) break;
  }
  return forgotten;
}
