import type { TimeRange } from "@lamina/shared/farm-time";
import type { QualityFlag, Variable } from "@lamina/shared/telemetry";
import { eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "../database/open.ts";
import { farms } from "../farms/table.ts";
import { excluded, flagOf } from "./quality.ts";
import type { Grid, GroupedStep } from "./series-steps.ts";
import { sqlArray, sqlMilliseconds, sqlMoment } from "./sql-array.ts";
import { devices, readingDays, readingHours, readings, sensors } from "./table.ts";

/** The most doubtful readings that are listed with one series, the newest. */
const FLAGGED_LIMIT = 1000;

const COUNTED = sql`not (${excluded(sql.raw("flag"))})`;
const within = ({ from, to }: TimeRange): SQL =>
  sql`at >= ${sqlMoment(sql`${from}::float8`)} and at < ${sqlMoment(sql`${to}::float8`)}`;

/** A sensor as its series needs it. */
export interface SeriesSensor {
  _id: string;
  number: number;
  variable: Variable;
  unit: string;
  depthCm: number | null;
  intervalMin: number;
  timezone: string;
}

export async function seriesSensors(database: Database, sensorIds: readonly string[]): Promise<SeriesSensor[]> {
  const { _id, number, variable, unit, depthCm } = sensors;
  const rows = await database
    .select({ _id, number, variable, unit, depthCm, intervalMin: devices.intervalMin, timezone: farms.timezone })
    .from(sensors)
    .innerJoin(devices, eq(devices._id, sensors.deviceId))
    .innerJoin(farms, eq(farms._id, devices.farmId))
    .where(inArray(_id, [...sensorIds]));
  const byId = new Map(rows.map((row) => [row._id, row] as const));
  return sensorIds.flatMap((id) => byId.get(id) ?? []);
}

/** One step with readings. */
export interface StepRow {
  sensor: number;
  /** Its start: milliseconds for an hour, `YYYY-MM-DD` for a day or month. */
  bucket: number | string;
  count: number;
  sum: number;
  /** Null where extremes mean nothing: of directions. */
  min: number | null;
  max: number | null;
}

/** Steps with readings, out of the rollups: as many rows as points, however long the history. */
export async function stepRows(
  database: Database,
  numbers: readonly number[],
  step: GroupedStep,
  { first, last }: Pick<Grid, "first" | "last">,
): Promise<StepRow[]> {
  const columns = sql`count, sum, min, max`;
  const ofSensors = sql`sensor = any(${sqlArray(numbers, "int")})`;
  const ofDays = sql`${ofSensors} and day between ${first}::date and ${last}::date`;
  const query: Record<GroupedStep, SQL> = {
    hour: sql`select sensor, ${sqlMilliseconds(sql.raw("hour"))} as bucket, ${columns} from ${readingHours}
      where ${ofSensors} and hour between ${sqlMoment(sql`${first}::float8`)} and ${sqlMoment(sql`${last}::float8`)}`,
    day: sql`select sensor, day::text as bucket, ${columns} from ${readingDays} where ${ofDays}`,
    month: sql`select sensor, date_trunc('month', day::timestamp)::date::text as bucket,
      sum(count)::int as count, sum(sum) as sum, min(min) as min, max(max) as max
      from ${readingDays} where ${ofDays} group by 1, 2`,
  };
  const { rows } = await database.execute(query[step]);
  return rows as unknown as StepRow[];
}

/**
 * Steps of directions, whose mean is that of vectors: 350° and 10° are 0° together, not 180°. Out of the readings, since
 * rollups add numbers.
 */
export async function directionRows(
  database: Database,
  numbers: readonly number[],
  step: GroupedStep,
  { range, timezone }: { range: TimeRange; timezone: string },
): Promise<StepRow[]> {
  if (numbers.length === 0) return [];
  const bucket: Record<GroupedStep, SQL> = {
    hour: sqlMilliseconds(sql`date_trunc('hour', at, 'UTC')`),
    day: sql`(at at time zone ${timezone})::date::text`,
    month: sql`date_trunc('month', at at time zone ${timezone})::date::text`,
  };
  const { rows } = await database.execute(sql`
    select sensor, bucket, 1 as count, (degrees(atan2(y, x)) + 360)::numeric % 360 as sum, null as min, null as max from (
      select sensor, ${bucket[step]} as bucket, avg(cos(radians(value))) as x, avg(sin(radians(value))) as y
      from ${readings} where sensor = any(${sqlArray(numbers, "int")}) and ${within(range)} and ${COUNTED}
      group by 1, 2
    ) mean`);
  return rows.map((row) => ({ ...row, sum: Number(row.sum) })) as StepRow[];
}

export interface ReadingRow {
  sensor: number;
  at: number;
  value: number;
}

/** Readings that count, in time order, at most `limit` of each sensor. */
export function countedReadings(
  database: Database,
  numbers: readonly number[],
  range: TimeRange,
  limit: number,
): Promise<ReadingRow[]> {
  return select(database, numbers, range, sql`${COUNTED} order by at limit ${limit}`);
}

/** Readings that means leave out, in time order. */
export async function flaggedReadings(
  database: Database,
  numbers: readonly number[],
  range: TimeRange,
): Promise<(ReadingRow & { flag: QualityFlag })[]> {
  const condition = sql`${excluded(sql.raw("flag"))} order by at desc limit ${FLAGGED_LIMIT}`;
  const rows = await select(database, numbers, range, condition);
  return rows
    .map(({ flag, ...row }) => ({ ...row, flag: flagOf(flag) as QualityFlag }))
    .sort((one, other) => one.at - other.at);
}

async function select(
  database: Database,
  numbers: readonly number[],
  range: TimeRange,
  condition: SQL,
): Promise<(ReadingRow & { flag: number })[]> {
  const { rows } = await database.execute(sql`
    select r.sensor, ${sqlMilliseconds(sql.raw("r.at"))} as at, r.value, r.flag
    from unnest(${sqlArray(numbers, "int")}) as s (number), lateral (
      select sensor, at, value, flag from ${readings}
      where sensor = s.number and ${within(range)} and ${condition}
    ) r`);
  return rows as unknown as (ReadingRow & { flag: number })[];
}
