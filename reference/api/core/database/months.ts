import { sql } from "drizzle-orm";
import type { Database } from "./open.ts";
import { isOutsideMonths } from "./violations.ts";

/** Tables with one partition per month; everything before the first month is in their first partition. */
const monthlyTables = ["readings", "pivot_statuses"] as const;
export type MonthlyTable = (typeof monthlyTables)[number];

/** The first partition of a table, whose old rows are deleted one by one until all of it is old. */
export const firstPartition = (table: MonthlyTable) => sql.identifier(`${table}_first`);

/** Adds the months until one contains the moment. */
export async function addMonths(database: Database, until: Date): Promise<void> {
  for (const table of monthlyTables)
    await database.execute(sql`select add_months(${table}::regclass, ${until.toISOString()}::timestamptz)`);
}

/** Drops the months that ended before a moment. Returns about how many rows they had. */
export async function dropMonths(database: Database, table: MonthlyTable, before: Date): Promise<number> {
  const { rows } = await database.execute<{ gone: string | number }>(
    sql`select drop_months(${table}::regclass, ${before.toISOString()}::timestamptz) as gone`,
  );
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
