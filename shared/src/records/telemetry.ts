import * as z from "zod";
import { Id, Latitude, Longitude, Moment, Name, Percent, quantity, StaleAt, storedRecord } from "../core/record.ts";
import type { BrokenRule, Partly } from "../rules/rule.ts";
import { variableNames, variableRow } from "./variables.ts";

/** `unusable`: it sends, but nothing of it can be stored. */
export const DeviceState = z.enum(["ok", "unusable", "stale", "offline", "maintenance"]);
export type DeviceState = z.infer<typeof DeviceState>;
export const DeviceFields = z.object({
  farmId: Id,
  sensorTypeId: Id,
  name: Name.optional(),
  serial: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9._-]{1,64}$/),
  model: z.string().trim().max(120).optional(),
  lat: Latitude.optional(),
  lon: Longitude.optional(),
  heightM: quantity("m", 0, 50).optional(),
  intervalMin: quantity("min", 1, 1440).default(15),
  /** The pivot, for the device of a pivot's panel. */
  pivotId: Id.nullish(),
  maintenance: z.boolean().default(false),
  /** Added to the moments of the device's own messages, whose clock is wrong. */
  clockShiftMin: quantity("min", -1440, 1440).nullish(),
});
/** A device; its battery, signal, firmware and last contact are written by telemetry only. */
export const Device = storedRecord(
  DeviceFields.extend({
    batteryPct: Percent.nullish(),
    rssiDbm: z.number().nullish(),
    firmware: z.string().nullish(),
    lastSeen: Moment.nullish(),
    /** The last message of which something was stored. */
    lastStored: Moment.nullish(),
    state: DeviceState,
  }),
);
export type Device = z.infer<typeof Device>;

export const Variable = z.enum(variableNames);
export type Variable = z.infer<typeof Variable>;

/**
 * Why a reading is not `ok`. A reading that is only `late` counts like any other; `doubted` is rain that waits for a
 * person's answer.
 */
export const QualityFlag = z.enum(["duplicate", "out-of-range", "stuck", "clock-skew", "late", "doubted"]);
export type QualityFlag = z.infer<typeof QualityFlag>;

export const SensorFields = z.object({
  deviceId: Id,
  variable: Variable,
  unit: z.string().trim().min(1).max(20),
  depthCm: quantity("cm", 0, 300).nullish(),
  /** value = calibA + calibB · raw. Applied whenever a stored reading is read, so that it can be reverted. */
  calibA: quantity("", -10_000, 10_000).default(0),
  calibB: quantity("", -1000, 1000).default(1),
  /** A flow meter that does not count until a person has checked it. */
  distrusted: z.boolean().optional(),
});
export const Sensor = storedRecord(SensorFields);
export type Sensor = z.infer<typeof Sensor>;

/** In % vol or kPa, as its sensors. */
const Limit = z.number().min(-1000).max(1000);

/** A point of observation: sensors of a sector, weighted by depth. */
export const MonitorFields = z.object({
  name: Name,
  sectorId: Id,
  sensorIds: z.array(Id).min(1).max(12),
  /** One per sensor, summing to 1; equal when left out. */
  weights: z
    .array(quantity("", 0, 1))
    .max(12)
    .optional(),
  soilId: Id.nullish(),
  limits: z.object({ low: Limit, critical: Limit, high: Limit }).partial().optional(),
  alertIds: z.array(Id).max(100).default([]),
  lat: Latitude.optional(),
  lon: Longitude.optional(),
});
/** `fieldCapacities`: % vol by sensor, where a person accepted the suggestion; they override `limits.high` and the soil's. */
export const Monitor = storedRecord(
  MonitorFields.extend({ fieldCapacities: z.record(z.string(), z.number()).nullish() }),
);
export type Monitor = z.infer<typeof Monitor>;

export const DeviceSecret = z.object({
  serial: z.string(),
  /** The password. It cannot be shown again. */
  secret: z.string(),
});
export type DeviceSecret = z.infer<typeof DeviceSecret>;

/** Null where the device has no secret, or has not used it. */
export const SecretState = z.object({ createdAt: Moment.nullable(), usedAt: Moment.nullable() });

export const SensorSummary = z.looseObject({
  monitorId: Id,
  sectorId: Id,
  date: Moment.nullable(),
  staleAt: StaleAt,
  profile: z.array(
    z.object({
      sensorId: Id,
      depthCm: z.number(),
      value: z.number().nullable(),
      unit: z.string(),
      at: Moment.nullable(),
      /** Why the last reading does not count; absent when it does. */
      flag: QualityFlag.optional(),
      weight: z.number(),
      fcPct: z.number().nullable(),
      wpPct: z.number().nullable(),
      criticalPct: z.number().nullable(),
    }),
  ),
  meanPct: z.number().nullable(),
  /** Without the use of today, which the balance does not have yet either. */
  drMm: z.number().nullable(),
  /** Whether a depth below the roots is wetter than field capacity; null where no depth lies there. */
  percolating: z.boolean().nullish(),
  trendPctDay: z.number().nullable(),
  status: z.enum(["excess", "ok", "irrigate", "stress", "nodata", "fallow"]),
  ageMin: z.number().nullable(),
  soilTempC: z.number().nullable(),
  ecDsM: z.number().nullable(),
  batteryPct: z.number().nullable(),
  rssiDbm: z.number().nullable(),
});
export type SensorSummary = z.infer<typeof SensorSummary>;

const MIN_SLOPE = 0.0001;

/** Rules across the fields of a sensor. */
export function checkSensor({ calibA, calibB, variable, unit }: Partly<z.output<typeof SensorFields>>): BrokenRule[] {
  const rules: BrokenRule[] = [];
  if (variable && variableRow(variable).aggregate === "total") {
    // Increases of a total have no offset, and grow in one direction.
    if (calibA !== undefined && calibA !== 0) rules.push({ field: "calibA", id: "offset-of-total" });
    if (calibB !== undefined && calibB < 0) rules.push({ field: "calibB", id: "slope-of-total" });
  }
  if (calibB !== undefined && Math.abs(calibB) < MIN_SLOPE) rules.push({ field: "calibB", id: "zero" });
  // Units are not converted: calculations and charts take every value to be in the unit of its variable.
  const ownUnit = variable && variableRow(variable).unit;
  if (ownUnit && unit && unit !== ownUnit) rules.push({ field: "unit", id: "unit-of-variable", unit: ownUnit });
  return rules;
}

/** How far the sum of a monitor's weights may be from 1. */
export const WEIGHT_TOLERANCE = 0.001;

/** Rules across the fields of a monitor: one weight per sensor, with the sum 1; limits in order from dry to wet. */
export function checkMonitor({ sensorIds, weights, limits }: Partly<z.output<typeof MonitorFields>>): BrokenRule[] {
  return [...checkWeights(sensorIds, weights), ...checkLimits(limits)];
}

function checkWeights(sensorIds: readonly string[] | undefined, weights: readonly number[] | undefined): BrokenRule[] {
  if (weights === undefined) return [];
  if (sensorIds !== undefined && weights.length !== sensorIds.length)
    return [{ field: "weights", id: "one-per-sensor" }];
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return Math.abs(sum - 1) <= WEIGHT_TOLERANCE ? [] : [{ field: "weights", id: "sum-not-one" }];
}

function checkLimits(limits: Monitor["limits"]): BrokenRule[] {
  const setLimits = (["low", "critical", "high"] as const).flatMap((name) => {
    const value = limits?.[name];
    return value === undefined ? [] : [{ name, value }];
  });
  const wrong = setLimits.find(({ value }, index) => index > 0 && value <= (setLimits[index - 1]?.value ?? 0));
  return wrong ? [{ field: `limits.${wrong.name}`, id: "not-ascending" }] : [];
}

/** Field capacities that the wettings measured by a monitor's sensors suggest; a person accepts them. */
export const FieldCapacitySuggestion = z.looseObject({
  monitorId: Id,
  depths: z.array(
    z.object({
      sensorId: Id,
      depthCm: z.number(),
      /** The field capacity in use. */
      usedPct: z.number(),
      /** Null where too few wettings were measured. */
      suggestedPct: z.number().nullable(),
      spreadPct: z.number().nullable(),
      wettings: z.number().int(),
    }),
  ),
});
export type FieldCapacitySuggestion = z.infer<typeof FieldCapacitySuggestion>;

/** Field capacities that a person accepts for a monitor, in % vol; null returns to the soil's. */
export const FieldCapacityAccept = z.object({
  _id: Id,
  depths: z
    .array(z.object({ sensorId: Id, fcPct: quantity("% vol", 1, 70).nullable() }))
    .min(1)
    .max(12),
});
