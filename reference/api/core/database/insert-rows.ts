import { type Column, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { sqlArray } from "./arrays.ts";
import type { Database } from "./open.ts";

/** Rows per statement. */
const BATCH = 10_000;

/**
 * Inserts thousands of rows: each statement takes one array per column, while drizzle's own insert takes one parameter
 * per value. Missing values become null, because database defaults do not apply. Not for columns of arrays, which
 * `unnest` would take apart, nor of bytes.
 */
export async function insertRows<Table extends PgTable>(
  database: Database,
  table: Table,
  rows: readonly Table["$inferInsert"][],
): Promise<void> {
  for (const batch of batchesOf(rows)) await database.insert(table).select(selectRows(table, batch));
}

/** The rows in parts of one statement each. */
export function* batchesOf<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let first = 0; first < rows.length; first += BATCH) yield rows.slice(first, first + BATCH);
}

/** The rows as a query for `insert().select()`, for inserts that also resolve conflicts or return something. */
export function selectRows<Table extends PgTable>(table: Table, rows: readonly Table["$inferInsert"][]): SQL {
  const batch: readonly Record<string, unknown>[] = rows;
  const arrays = Object.entries(getTableColumns(table)).map(([field, column]) => {
    const values = batch.map((row) => toDriver(column, row[field]));
    return sqlArray(values, column.getSQLType());
  });
  return sql`select * from unnest(${sql.join(arrays, sql`, `)})`;
}

/** NaN and infinity are no values, so that a column which needs one refuses them; PostgreSQL would store them. */
function toDriver(column: Column, value: unknown): unknown {
  const isMissing = value == null || (typeof value === "number" && !Number.isFinite(value));
  return isMissing ? null : column.mapToDriverValue(value);
}
