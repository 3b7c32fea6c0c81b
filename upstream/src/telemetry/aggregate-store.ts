import type { FarmDay } from "@lamina/shared/farm-time";
import type { QualityFlag } from "@lamina/shared/telemetry";
import { and, between, eq, gte, inArray, lt } from "drizzle-orm";
import type { Database } from "../database/open.ts";
import { flagOf } from "./quality.ts";
import { devices, readingDays, readingHours, sensorStates, sensors } from "./table.ts";

/** A sensor's newest reading. */
export interface LatestReading {
  at: Date;
  value: number;
  flag: QualityFlag | null;
}

/** Readings of a sensor over some time; those that are excluded from means are not in it. */
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
  /** Its first moment. */
  hour: Date;
}

export async function dayAggregates(
  database: Database,
  sensorIds: readonly string[],
  from: FarmDay,
  to: FarmDay,
): Promise<DayAggregate[]> {
  const { count, sum, min, max, day } = readingDays;
  return await database
    .select({ sensorId: sensors._id, day, count, sum, min, max })
    .from(readingDays)
    .innerJoin(sensors, eq(sensors.number, readingDays.sensor))
    .where(and(inArray(sensors._id, [...sensorIds]), between(day, from, to)))
    .orderBy(readingDays.sensor, day);
}

export async function hourAggregates(
  database: Database,
  sensorIds: readonly string[],
  from: Date,
  to: Date,
): Promise<HourAggregate[]> {
  const { count, sum, min, max, hour } = readingHours;
  return await database
    .select({ sensorId: sensors._id, hour, count, sum, min, max })
    .from(readingHours)
    .innerJoin(sensors, eq(sensors.number, readingHours.sensor))
    .where(and(inArray(sensors._id, [...sensorIds]), gte(hour, from), lt(hour, to)))
    .orderBy(readingHours.sensor, hour);
}

export async function latestReadings(
  database: Database,
  sensorIds: readonly string[],
): Promise<Map<string, LatestReading>> {
  const { at, value, flag } = sensorStates;
  const rows = await database
    .select({ sensorId: sensors._id, at, value, flag })
    .from(sensorStates)
    .innerJoin(sensors, eq(sensors.number, sensorStates.sensor))
    .where(inArray(sensors._id, [...sensorIds]));
  return new Map(rows.map(({ sensorId, flag: code, ...row }) => [sensorId, { ...row, flag: flagOf(code) }] as const));
}

/** A sensor's farm, and the first of its days that has readings. */
export async function firstDayOf(
  database: Database,
  sensorId: string,
): Promise<{ farmId: string; from: FarmDay } | undefined> {
  const [found] = await database
    .select({ farmId: devices.farmId, from: readingDays.day })
    .from(sensors)
    .innerJoin(devices, eq(devices._id, sensors.deviceId))
    .innerJoin(readingDays, eq(readingDays.sensor, sensors.number))
    .where(eq(sensors._id, sensorId))
    .orderBy(readingDays.day)
    .limit(1);
  return found;
}
