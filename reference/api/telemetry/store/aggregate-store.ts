import type { FarmDay } from "@lamina/shared/core/farm-time";
import type { QualityFlag } from "@lamina/shared/records/telemetry";
import { eq, type SQL, sql } from "drizzle-orm";
import { anyOf, sqlArray } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import { devices, readingDays, readingHours, sensorStates, sensors } from "../../schema/telemetry.ts";
import { calibrated, calibratedRange, calibratedSum } from "../rules/calibration.ts";
import { flagOf } from "../rules/quality.ts";
import { columnsBySensor, dayNumber, dayOfNumber } from "./columns-by-sensor.ts";
import { sqlMilliseconds } from "./sql-moment.ts";

export interface LatestReading {
  at: Date;
  value: number;
  flag: QualityFlag | null;
}

/** Aggregated readings of a sensor, without excluded ones. */
interface Aggregate {
  sensorId: string;
  count: number;
  sum: number;
  min: number;
  max: number;
}
export interface DayAggregate extends Aggregate {
  day: FarmDay;
}
export interface HourAggregate extends Aggregate {
  /** Its start. */
  hour: Date;
}

export function dayAggregates(
  database: Database,
  sensorIds: readonly string[],
  from: FarmDay,
  to: FarmDay,
): Promise<DayAggregate[]> {
  const bucket = dayNumber(sql.raw("day"));
  const within = sql`day between ${from}::date and ${to}::date`;
  return aggregates(database, sensorIds, { table: readingDays, bucket, within }, (aggregate, number) => ({
    ...aggregate,
    day: dayOfNumber(number),
  }));
}

export function hourAggregates(
  database: Database,
  sensorIds: readonly string[],
  from: Date,
  to: Date,
): Promise<HourAggregate[]> {
  const bucket = sqlMilliseconds(sql.raw("hour"));
  const within = sql`hour >= ${from.toISOString()}::timestamptz and hour < ${to.toISOString()}::timestamptz`;
  return aggregates(database, sensorIds, { table: readingHours, bucket, within }, (aggregate, number) => ({
    ...aggregate,
    hour: new Date(number),
  }));
}

/** Rollup rows, by sensor and in time order. */
async function aggregates<Row>(
  database: Database,
  sensorIds: readonly string[],
  { table, bucket, within }: { table: typeof readingDays | typeof readingHours; bucket: SQL; within: SQL },
  rowOf: (aggregate: Aggregate, bucket: number) => Row,
): Promise<Row[]> {
  const sensorRows = await database
    .select({ _id: sensors._id, number: sensors.number, calibA: sensors.calibA, calibB: sensors.calibB })
    .from(sensors)
    .where(anyOf(sensors._id, sensorIds));
  const numbers = sensorRows.map(({ number }) => number);
  const rows = sql`select sensor, ${bucket} as bucket, count, sum, min, max from ${table}
    where sensor = any(${sqlArray(numbers, "int")}) and ${within} order by 1, 2`;
  const columns = await columnsBySensor(database, ["bucket", "count", "sum", "min", "max"], rows);
  return sensorRows.flatMap(({ _id: sensorId, number, ...calibration }) => {
    const { bucket: buckets, count: counts, sum, min, max } = columns.get(number) ?? NO_ROWS;
    return buckets.map((start, row) => {
      const count = at(counts, row);
      const range = calibratedRange(calibration, at(min, row), at(max, row));
      return rowOf({ sensorId, count, sum: calibratedSum(calibration, at(sum, row), count), ...range }, start);
    });
  });
}

const NO_ROWS = { bucket: [], count: [], sum: [], min: [], max: [] };
const at = (values: readonly number[], row: number) => values[row] ?? 0;

export async function latestReadings(
  database: Database,
  sensorIds: readonly string[],
): Promise<Map<string, LatestReading>> {
  const { at, raw, flag } = sensorStates;
  const { calibA, calibB } = sensors;
  const rows = await database
    .select({ sensorId: sensors._id, at, raw, flag, calibA, calibB })
    .from(sensorStates)
    .innerJoin(sensors, eq(sensors.number, sensorStates.sensor))
    .where(anyOf(sensors._id, sensorIds));
  return new Map(
    rows.map((row) => [row.sensorId, { at: row.at, value: calibrated(row, row.raw), flag: flagOf(row.flag) }] as const),
  );
}

/** A sensor's farm, and the first farm-day with readings. */
export async function firstDayOf(
  database: Database,
  sensorId: string,
): Promise<{ clientId: string; farmId: string; from: FarmDay } | undefined> {
  const [found] = await database
    .select({ clientId: devices.clientId, farmId: devices.farmId, from: readingDays.day })
    .from(sensors)
    .innerJoin(devices, eq(devices._id, sensors.deviceId))
    .innerJoin(readingDays, eq(readingDays.sensor, sensors.number))
    .where(eq(sensors._id, sensorId))
    .orderBy(readingDays.day)
    .limit(1);
  return found;
}
