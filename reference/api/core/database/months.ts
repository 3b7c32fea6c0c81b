import { sql } from "drizzle-orm";
import type { Database } from "./open.ts";
import { isOutsideMonths } from "./violations.ts";

/**
 * Tables with one partition per month; what was stored before they were divided is in their first partition. Or with one
 * chunk per 30 days, where TimescaleDB has them (`timescale.ts`).
 */
export const monthlyTables = ["readings", "pivot_statuses"] as const;
export type MonthlyTable = (typeof monthlyTables)[number];

/** The first partition of a table, whose old rows are deleted one by one until all of it is old. */
export const firstPartition = (table: MonthlyTable) => sql.identifier(`${table}_first`);

/** Whether a table has native partitions; those of TimescaleDB are another kind of table. */
export async function isInMonths(database: Database, table: MonthlyTable): Promise<boolean> {
  const { rows } = await database.execute(
    sql`select relkind = 'p' as native from pg_class where oid = ${table}::regclass`,
  );
  return rows[0]?.native === true;
}

/** Adds the months until one contains the moment. TimescaleDB adds its chunks with their first row. */
export async function addMonths(database: Database, until: Date): Promise<void> {
  for (const table of monthlyTables)
    await database.execute(sql`
      select add_months(oid::regclass, ${until.toISOString()}::timestamptz) from pg_class
      where oid = ${table}::regclass and relkind = 'p'`);
}

/** Drops the months, or the chunks, that ended before a moment. Returns about how many rows they had. */
export async function dropMonths(database: Database, table: MonthlyTable, before: Date): Promise<number> {
  const limit = sql`${before.toISOString()}::timestamptz`;
  const isNative = await isInMonths(database, table);
  const { rows } = await database.execute<{ gone: string | number }>(
    isNative
      ? sql`select drop_months(${table}::regclass, ${limit}) as gone`
      : sql`select coalesce(sum(greatest(approximate_row_count(chunk), 1)), 0) as gone
            from show_chunks(${table}::regclass, older_than => ${limit}) as chunk`,
  );
  if (!isNative) await database.execute(sql`select drop_chunks(${table}::regclass, older_than => ${limit})`);
  return Number(rows[0]?.gone ?? 0);
}

/** Stores rows, and adds the months that are missing because no job has added them in time. */
export async function withinMonths<Result>(
  database: Database,
  until: () => Date,
  store: () => Promise<Result>,
): Promise<Result> {
  try {
    return await store();
  } catch (error) {
    if (!isOutsideMonths(error)) throw error;
    await addMonths(database, until());
    return store();
  }
}
