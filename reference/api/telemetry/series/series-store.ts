import type { TimeRange } from "@lamina/shared/core/farm-time";
import type { Variable } from "@lamina/shared/records/telemetry";
import { eq, type SQL, sql } from "drizzle-orm";
import { anyOf, sqlArray } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import { farms } from "../../schema/farms.ts";
import { devices, readingDays, readingHours, readings, sensors } from "../../schema/telemetry.ts";
import { excluded } from "../rules/quality.ts";
import { type RawSensor, rawValues } from "../store/amounts.ts";
import { type Columns, columnsBySensor, dayNumber } from "../store/columns-by-sensor.ts";
import { sqlMilliseconds, sqlMoment } from "../store/sql-moment.ts";
import type { Grid, GroupedStep } from "./series-steps.ts";

/** Maximum flagged readings of one series, the newest. */
const FLAGGED_LIMIT = 1000;

const COUNTED = sql`not (${excluded(sql.raw("flag"))})`;
const within = ({ from, to }: TimeRange): SQL =>
  sql`at >= ${sqlMoment(sql`${from}::float8`)} and at < ${sqlMoment(sql`${to}::float8`)}`;

/** The fields of a sensor that its series needs. */
export interface SeriesSensor {
  _id: string;
  number: number;
  variable: Variable;
  unit: string;
  depthCm: number | null;
  calibA: number;
  calibB: number;
  intervalMin: number;
  timezone: string;
}

export async function seriesSensors(database: Database, sensorIds: readonly string[]): Promise<SeriesSensor[]> {
  const { _id, number, variable, unit, depthCm, calibA, calibB } = sensors;
  const columns = { _id, number, variable, unit, depthCm, calibA, calibB };
  const rows = await database
    .select({ ...columns, intervalMin: devices.intervalMin, timezone: farms.timezone })
    .from(sensors)
    .innerJoin(devices, eq(devices._id, sensors.deviceId))
    .innerJoin(farms, eq(farms._id, devices.farmId))
    .where(anyOf(_id, sensorIds));
  const byId = new Map(rows.map((row) => [row._id, row] as const));
  return sensorIds.flatMap((id) => byId.get(id) ?? []);
}

/** Steps with readings, in any order, as raw values; directions are already calibrated and have no extremes. */
export type StepColumns = Columns<"bucket" | "mean"> & Partial<Columns<"count" | "sum" | "min" | "max">>;

export function stepColumns(
  database: Database,
  numbers: readonly number[],
  step: GroupedStep,
  { first, last }: Pick<Grid, "first" | "last">,
): Promise<Map<number, StepColumns>> {
  const columns = sql`sum / count as mean, count, sum, min, max`;
  const ofSensors = sql`sensor = any(${sqlArray(numbers, "int")})`;
  const ofDays = sql`${ofSensors} and day between ${first}::date and ${last}::date`;
  const query: Record<GroupedStep, SQL> = {
    hour: sql`select sensor, ${sqlMilliseconds(sql.raw("hour"))} as bucket, ${columns} from ${readingHours}
      where ${ofSensors} and hour between ${sqlMoment(sql`${first}::float8`)} and ${sqlMoment(sql`${last}::float8`)}`,
    day: sql`select sensor, ${dayNumber(sql.raw("day"))} as bucket, ${columns} from ${readingDays} where ${ofDays}`,
    month: sql`select sensor, bucket, ${columns} from (
      select sensor, ${dayNumber(firstOfMonth(sql.raw("day::timestamp")))} as bucket,
        sum(count) as count, sum(sum) as sum, min(min) as min, max(max) as max
      from ${readingDays} where ${ofDays} group by 1, 2
    ) m`,
  };
  return columnsBySensor(database, ["bucket", "mean", "count", "sum", "min", "max"], query[step]);
}

/** Steps of directions, averaged as vectors: 350° and 10° give 0°, not 180°. From the readings, because rollups add numbers. */
export function directionColumns(
  database: Database,
  numbers: readonly number[],
  step: GroupedStep,
  { range, timezone }: { range: TimeRange; timezone: string },
): Promise<Map<number, StepColumns>> {
  const local = sql`at at time zone ${timezone}`;
  const bucket: Record<GroupedStep, SQL> = {
    hour: sqlMilliseconds(sql`date_trunc('hour', at, 'UTC')`),
    day: dayNumber(sql`(${local})::date`),
    month: dayNumber(firstOfMonth(local)),
  };
  const rows = sql`
    select sensor, bucket, (degrees(atan2(y, x)) + 360)::numeric % 360 as mean from (
      select sensor, ${bucket[step]} as bucket, avg(cos(radians(calib_a + calib_b * raw))) as x,
        avg(sin(radians(calib_a + calib_b * raw))) as y
      from ${readings} join ${sensors} on number = sensor
      where sensor = any(${sqlArray(numbers, "int")}) and ${within(range)} and ${COUNTED}
      group by 1, 2
    ) m`;
  return columnsBySensor(database, ["bucket", "mean"], rows);
}

const firstOfMonth = (moment: SQL): SQL => sql`date_trunc('month', ${moment})::date`;

/** Raw readings of a sensor, in time order. */
export type ReadingColumns = Columns<"at" | "raw" | "flag">;

/** Readings that are not excluded, at most `limit` of each sensor. */
export function countedReadings(
  database: Database,
  numbers: readonly number[],
  range: TimeRange,
  limit: number,
): Promise<Map<number, ReadingColumns>> {
  return readingColumns(database, numbers, range, sql`${COUNTED} order by at limit ${limit}`);
}

/** The increases of a sensor that sends a running total, at most `limit`. */
export async function increases(
  database: Database,
  sensor: RawSensor,
  { from, to }: TimeRange,
  limit: number,
): Promise<ReadingColumns | undefined> {
  const rows = sql`
    select ${sensor.number}::int as sensor, ${sqlMilliseconds(sql.raw("v.at"))} as at, v.raw, v.flag
    from (${rawValues(sensor, { from: new Date(from), to: new Date(to) })}) v order by 2 limit ${limit}`;
  return (await columnsBySensor(database, ["at", "raw", "flag"], rows)).get(sensor.number);
}

/** Excluded readings, the newest. */
export function flaggedReadings(
  database: Database,
  numbers: readonly number[],
  range: TimeRange,
): Promise<Map<number, ReadingColumns>> {
  const condition = sql`${excluded(sql.raw("flag"))} order by at desc limit ${FLAGGED_LIMIT}`;
  return readingColumns(database, numbers, range, condition);
}

async function readingColumns(
  database: Database,
  numbers: readonly number[],
  range: TimeRange,
  condition: SQL,
): Promise<Map<number, ReadingColumns>> {
  const rows = sql`
    select r.sensor, ${sqlMilliseconds(sql.raw("r.at"))} as at, r.raw, r.flag
    from unnest(${sqlArray(numbers, "int")}) as s (number), lateral (
      select sensor, at, raw, flag from ${readings} where sensor = s.number and ${within(range)} and ${condition}
    ) r order by 1, 2`;
  return columnsBySensor(database, ["at", "raw", "flag"], rows);
}
