import { getTableColumns, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Database } from "./open.ts";

/** Rows per statement. */
const BATCH = 10_000;

/**
 * Inserts thousands of rows: each statement takes one parameter, while drizzle's own insert takes one per value.
 * Missing values become null, because database defaults do not apply.
 */
export async function insertRows<Table extends PgTable>(
  database: Database,
  table: Table,
  rows: readonly Table["$inferInsert"][],
): Promise<void> {
  const columns = Object.entries(getTableColumns(table)).map(([field, { name }]) => [field, name] as const);
  for (let first = 0; first < rows.length; first += BATCH) {
    const records = rows
      .slice(first, first + BATCH)
      .map((row) =>
        Object.fromEntries(columns.map(([field, name]) => [name, (row as Record<string, unknown>)[field]])),
      );
    await database.execute(
      sql`insert into ${table} select * from json_populate_recordset(null::${table}, ${JSON.stringify(records)}::json)`,
    );
  }
}
