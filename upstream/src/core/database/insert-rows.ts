import { type Column, getTableColumns, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Database } from "./open.ts";

/** Rows per statement. */
const BATCH = 10_000;

/**
 * Inserts thousands of rows: each statement takes one array per column, while drizzle's own insert takes one parameter
 * per value. Missing values become null, because database defaults do not apply. Not for columns of arrays, which
 * `unnest` would take apart.
 */
export async function insertRows<Table extends PgTable>(
  database: Database,
  table: Table,
  rows: readonly Table["$inferInsert"][],
): Promise<void> {
  const columns = Object.entries(getTableColumns(table));
  for (let first = 0; first < rows.length; first += BATCH) {
    const batch: readonly Record<string, unknown>[] = rows.slice(first, first + BATCH);
    const arrays = columns.map(([field, column]) => {
      const values = batch.map((row) => toDriver(column, row[field]));
      return sql`${sql.param(values)}::${sql.raw(column.getSQLType())}[]`;
    });
    await database.execute(sql`insert into ${table} select * from unnest(${sql.join(arrays, sql`, `)})`);
  }
}

/** NaN and infinity are no values, so that a column which needs one refuses them; PostgreSQL would store them. */
function toDriver(column: Column, value: unknown): unknown {
  const isMissing = value == null || (typeof value === "number" && !Number.isFinite(value));
  return isMissing ? null : column.mapToDriverValue(value);
}
