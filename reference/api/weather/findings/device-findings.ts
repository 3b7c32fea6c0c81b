import { DAY_MS } from "@lamina/shared/core/time";
import { round } from "@lamina/shared/core/units";
import type { DeviceFinding, FindingId } from "@lamina/shared/records/devices/finding";
import { isRain, totalOf, variableRow } from "@lamina/shared/records/variables";
import { and, desc, eq, gte, isNull, sql } from "drizzle-orm";
import type { Database } from "../../core/database/open.ts";
import { devices, rainDoubts, readings, sensors } from "../../schema/telemetry.ts";
import { clockError } from "../../telemetry/devices/clock-error.ts";
import { calibrated } from "../../telemetry/rules/calibration.ts";
import { increases, isTotal } from "../../telemetry/store/amounts.ts";
import { lastFaults } from "../station-faults.ts";
import { isCounter, otherUnit } from "./usual-units.ts";

/** Maximum days and minimum number of readings that show a unit or a counter. */
const SHOWN_DAYS = 3;
const MAX_READINGS = 300;
const MIN_READINGS = 8;
/** Days in which the gaps and restarts of running totals are named, and how many of each. */
const TOTAL_DAYS = 30;
const MAX_EVENTS = 3;
/** From this many intervals, and minutes, a silence of a running total is named. */
const GAP_INTERVALS = 4;
const GAP_MIN = 180;

type SensorRow = typeof sensors.$inferSelect;

/** What the stored readings of a device say of its set-up. */
export async function deviceFindings(database: Database, deviceId: string, now: Date): Promise<DeviceFinding[]> {
  const [device] = await database.select().from(devices).where(eq(devices._id, deviceId));
  if (device === undefined) return [];
  const own = await database
    .select()
    .from(sensors)
    .where(and(eq(sensors.deviceId, deviceId), eq(sensors.active, true)))
    .orderBy(sensors.number);
  const findings: DeviceFinding[] = [];
  for (const sensor of own) {
    findings.push(...(await ofValues(database, sensor, now)));
    if (isTotal(sensor)) findings.push(...(await ofTotal(database, sensor, { intervalMin: device.intervalMin, now })));
  }
  return [...(await ofClock(database, device, now)), ...findings];
}

async function ofClock(database: Database, device: typeof devices.$inferSelect, now: Date): Promise<DeviceFinding[]> {
  const none = { id: "clock", sensorId: null, variable: null } as const;
  const error = await clockError(database, device, now);
  if (error !== undefined) return [{ ...none, ...error }];
  // A station that was corrected has the faults of the days before.
  if (device.clockShiftMin) return [];
  const faults = (await lastFaults(database, [device.farmId])).get(device.farmId)?.faults ?? [];
  const fault = faults.find(({ id, deviceId }) => id === "clock-off" && deviceId === device._id);
  // Zones differ by whole and half hours.
  return fault ? [{ ...none, minutes: 30 * Math.round(fault.value * 2), storedToo: false }] : [];
}

async function ofValues(database: Database, sensor: SensorRow, now: Date): Promise<DeviceFinding[]> {
  const { _id: sensorId, variable, calibA, calibB } = sensor;
  const total = totalOf(variable);
  const asTotal = total && { variable: total, unit: variableRow(total).unit, calibA: 0 };
  if (asTotal && isRain(variable)) {
    const open = and(eq(rainDoubts.sensorId, sensorId), eq(rainDoubts.kind, "counter"), isNull(rainDoubts.acceptedAt));
    const days = await database.$count(rainDoubts, open);
    return days > 0 ? [{ id: "counter", sensorId, variable, change: asTotal }] : [];
  }
  const since = new Date(now.getTime() - SHOWN_DAYS * DAY_MS);
  const rows = await database
    .select({ raw: readings.raw })
    .from(readings)
    .where(and(eq(readings.sensor, sensor.number), gte(readings.at, since)))
    .orderBy(desc(readings.at))
    .limit(MAX_READINGS);
  const values = rows.map(({ raw }) => calibrated(sensor, raw)).reverse();
  if (asTotal && isCounter(values)) return [{ id: "counter", sensorId, variable, change: asTotal }];
  const other = values.length < MIN_READINGS ? undefined : otherUnit(variable, values);
  if (other === undefined) return [];
  const { unit, a, b } = other;
  return [{ id: "unit", sensorId, variable, unit, change: { calibA: tidy(a + b * calibA), calibB: tidy(b * calibB) } }];
}

const tidy = (value: number) => Number(value.toPrecision(10));

interface Event extends Record<string, unknown> {
  at: string;
  since: string;
  grown: number;
  is_restart: boolean;
  is_jump: boolean;
}

async function ofTotal(
  database: Database,
  sensor: SensorRow,
  { intervalMin, now }: { intervalMin: number; now: Date },
): Promise<DeviceFinding[]> {
  const range = { from: new Date(now.getTime() - TOTAL_DAYS * DAY_MS), to: now };
  const gapMin = Math.max(GAP_MIN, GAP_INTERVALS * intervalMin);
  const { rows } = await database.execute<Event>(sql`
    select at, since, grown, is_restart, is_jump from (${increases(sensor, range)}) t
    where since is not null and grown > 0
      and (is_restart or is_jump or at - since >= ${gapMin}::float8 * interval '1 minute')
    order by at desc limit ${MAX_EVENTS}`);
  const { _id: sensorId, variable, calibB } = sensor;
  return rows.map((row) => {
    const id: FindingId = row.is_jump ? "jump" : row.is_restart ? "restart" : "gap";
    const moments = { at: new Date(row.at).toISOString(), since: new Date(row.since).toISOString() };
    return { id, sensorId, variable, ...moments, amount: round(calibB * Number(row.grown), 2) };
  });
}
