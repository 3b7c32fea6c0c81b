import { type SQL, sql } from "drizzle-orm";
import { sqlArray } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import { readingDays, readingHours, readings } from "../../schema/telemetry.ts";
import { excluded, flagCode } from "../rules/quality.ts";
import type { ValidatedReading } from "../rules/validate-reading.ts";
import { isTotal } from "./amounts.ts";
import { sqlMoment } from "./sql-moment.ts";

/** Raw values of an older version were recomputed by division, and may differ in their last bits. */
const DIFFERS = sql.raw("abs(r.raw - i.raw) > 1e-9 * greatest(abs(r.raw), 1)");

/** A reading that was already stored. `differs`: with another value. */
export type StoredBefore = {
  sensor: number;
  at: number;
  differs: boolean;
};

/**
 * Inserts new readings and adds them to their hour and farm-day, all in one statement. Those of running totals are not
 * added, because an increase depends on the readings around it.
 * @param newReadings each (sensor, moment) once
 * @param zones the time zone of each sensor's farm
 * @returns the readings that were already stored
 */
export async function insertReadings(
  database: Database,
  newReadings: readonly ValidatedReading[],
  zones: ReadonlyMap<number, string>,
): Promise<StoredBefore[]> {
  if (newReadings.length === 0) return [];
  const totals = [...new Set(newReadings.flatMap(({ sensor }) => (isTotal(sensor) ? sensor.number : [])))];
  const { rows } = await database.execute<StoredBefore>(sql`
    with input as (${inputOf(newReadings)}), inserted as (
      insert into ${readings} (sensor, at, raw, flag) select sensor, at, raw, flag from input
      on conflict do nothing returning sensor, at, raw, flag
    ), counted as (
      select * from inserted where not (${excluded(sql.raw("flag"))}) and sensor <> all(${sqlArray(totals, "int")})
    ), hours as (
      ${addToRollup(readingHours, "hour", sql`select sensor, date_trunc('hour', at, 'UTC') as bucket, raw from counted`)}
    ), days as (
      ${addToRollup(
        readingDays,
        "day",
        sql`select c.sensor, (c.at at time zone z.timezone)::date as bucket, c.raw from counted c
            join unnest(${sqlArray([...zones.keys()], "int")}, ${sqlArray([...zones.values()], "text")}) as z (sensor, timezone)
            on z.sensor = c.sensor`,
      )}
    )
    ${STORED}
    where not exists (select from inserted n where n.sensor = i.sensor and n.at = i.at)`);
  return rows;
}

/** Those of the readings that are stored already. */
export async function storedReadings(
  database: Database,
  newReadings: readonly ValidatedReading[],
): Promise<StoredBefore[]> {
  if (newReadings.length === 0) return [];
  const { rows } = await database.execute<StoredBefore>(sql`with input as (${inputOf(newReadings)}) ${STORED}`);
  return rows;
}

const STORED = sql`select i.sensor, i.ms as at, ${DIFFERS} as differs
    from input i cross join lateral (
      -- The limit forces a look into the index for each; a join would read the whole month once per statement.
      select raw from ${readings} where sensor = i.sensor and at = i.at limit 1
    ) r`;

const inputOf = (newReadings: readonly ValidatedReading[]): SQL => sql`
  select sensor, ms, ${sqlMoment(sql.raw("ms"))} as at, raw, flag
  from unnest(
    ${sqlArray(
      newReadings.map(({ sensor }) => sensor.number),
      "int",
    )},
    ${sqlArray(
      newReadings.map(({ at }) => at),
      "float8",
    )},
    ${sqlArray(
      newReadings.map(({ raw }) => raw),
      "float8",
    )},
    ${sqlArray(
      newReadings.map(({ flag }) => flagCode(flag)),
      "int2",
    )}
  ) as t (sensor, ms, raw, flag)`;

/** Adds values to the rollup rows of their buckets, and creates missing rows. */
function addToRollup(table: typeof readingHours | typeof readingDays, bucket: "hour" | "day", values: SQL): SQL {
  return sql`insert into ${table} as known (sensor, ${sql.raw(bucket)}, count, sum, min, max)
      select sensor, bucket, count(*), sum(raw), min(raw), max(raw) from (${values}) v
      group by sensor, bucket order by sensor, bucket
      on conflict (sensor, ${sql.raw(bucket)}) do update set
        count = known.count + excluded.count, sum = known.sum + excluded.sum,
        min = least(known.min, excluded.min), max = greatest(known.max, excluded.max)`;
}
