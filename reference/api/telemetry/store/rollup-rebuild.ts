import { addDays, type FarmDay, farmDay, farmDayRange } from "@lamina/shared/core/farm-time";
import { HOUR_MS } from "@lamina/shared/core/time";
import { and, asc, between, desc, eq, gte, lt, max, min, sql } from "drizzle-orm";
import type { Database } from "../../core/database/open.ts";
import { readingDays, readingHours, readings, sensors } from "../../schema/telemetry.ts";
import { isSpread, isTotal, rawValues } from "./amounts.ts";

/** Farm-days of a sensor, both included. */
interface SensorDays {
  sensor: number;
  timezone: string;
  from: FarmDay;
  to: FarmDay;
}

/** Recomputes the hours and days of a sensor from its readings, for corrections that cannot be added. */
export async function rebuildRollups(database: Database, days: SensorDays): Promise<void> {
  const { sensor, timezone } = days;
  const [row] = await database
    .select({ number: sensors.number, variable: sensors.variable, calibB: sensors.calibB })
    .from(sensors)
    .where(eq(sensors.number, sensor));
  if (row === undefined) return;
  // The increase of the reading after these days may have changed too, and one that is spread begins before them.
  const last = isTotal(row) ? ((await dayOfNeighbour(database, days, "next")) ?? days.to) : days.to;
  const from = isSpread(row) ? ((await dayOfNeighbour(database, days, "before")) ?? days.from) : days.from;
  const range = farmDayRange(from, last, timezone);
  const hours = {
    from: new Date(Math.floor(range.from / HOUR_MS) * HOUR_MS),
    to: new Date(Math.ceil(range.to / HOUR_MS) * HOUR_MS),
  };

  await database
    .delete(readingHours)
    .where(and(eq(readingHours.sensor, sensor), gte(readingHours.hour, hours.from), lt(readingHours.hour, hours.to)));
  await database.execute(sql`
    insert into ${readingHours} (sensor, hour, count, sum, min, max)
    select ${sensor}::int, date_trunc('hour', at, 'UTC') as bucket, count(*), sum(raw), min(raw), max(raw)
    from (${rawValues(row, hours)}) v group by bucket`);
  await database.delete(readingDays).where(and(eq(readingDays.sensor, sensor), between(readingDays.day, from, last)));
  await database.execute(sql`
    insert into ${readingDays} (sensor, day, count, sum, min, max)
    select ${sensor}::int, (at at time zone ${timezone})::date as bucket, count(*), sum(raw), min(raw), max(raw)
    from (${rawValues(row, { from: new Date(range.from), to: new Date(range.to) })}) v group by bucket`);
}

/** The day of the reading before or after some days. */
async function dayOfNeighbour(
  database: Database,
  { sensor, timezone, from, to }: SensorDays,
  side: "before" | "next",
): Promise<FarmDay | undefined> {
  const range = farmDayRange(from, to, timezone);
  const isBefore = side === "before";
  const beyond = isBefore ? lt(readings.at, new Date(range.from)) : gte(readings.at, new Date(range.to));
  const [found] = await database
    .select({ at: readings.at })
    .from(readings)
    .where(and(eq(readings.sensor, sensor), beyond))
    .orderBy(isBefore ? desc(readings.at) : asc(readings.at))
    .limit(1);
  return found && farmDay(found.at.getTime(), timezone);
}

/** The same for the whole history of a sensor. */
export async function rebuildAll(
  database: Database,
  { sensor, timezone }: Pick<SensorDays, "sensor" | "timezone">,
): Promise<void> {
  const [span] = await database
    .select({ first: min(readings.at), last: max(readings.at) })
    .from(readings)
    .where(eq(readings.sensor, sensor));
  if (!span?.first || !span.last) return;
  const first = farmDay(span.first.getTime(), timezone);
  // Rollups of days with deleted readings are kept, and the first day may have lost some of its readings.
  const [kept] = await database
    .select({ day: readingDays.day })
    .from(readingDays)
    .where(and(eq(readingDays.sensor, sensor), lt(readingDays.day, addDays(first, -1))))
    .limit(1);
  // Also deletes days of the previous time zone before the first and after the last reading.
  const from = addDays(first, kept === undefined ? -1 : 1);
  const to = addDays(farmDay(span.last.getTime(), timezone), 1);
  if (from > to) return;
  await rebuildRollups(database, { sensor, timezone, from, to });
}
