import { eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../core/database/open.ts";
import { deletedRows } from "../../schema/deletions.ts";
import { readingDays, readingHours, readings, sensors } from "../../schema/telemetry.ts";

/** Deletes the readings of sensors that are deleted and can no longer be restored. */
export async function pruneOrphanedReadings(database: Database): Promise<void> {
  for (const table of [readings, readingHours, readingDays]) {
    const number: SQL = sql`select min(sensor) as sensor from ${table}`;
    // One index lookup per sensor; `distinct` would read every reading.
    const { rows } = await database.execute<{ sensor: number }>(sql`
      with recursive known as (
        ${number} union all
        select (${number} where sensor > known.sensor) from known where known.sensor is not null
      )
      select sensor from known where sensor is not null and not exists (select from ${sensors} where number = known.sensor)
        and not exists (select from ${deletedRows} d where d.table = 'sensors' and d.row->>'number' = known.sensor::text)`);
    for (const { sensor } of rows) await database.delete(table).where(eq(table.sensor, sensor));
  }
}
