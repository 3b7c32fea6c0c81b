import type { Rejection, TelemetryBatch } from "@lamina/shared/records/readings";
import type { QualityFlag, Variable } from "@lamina/shared/records/telemetry";
import { totalOf } from "@lamina/shared/records/variables";
import { calibrated, RAW_LIMIT, RAW_MIN } from "./calibration.ts";
import {
  CLOCK_TOLERANCE_MS,
  FUTURE_LIMIT_MS,
  LATE_AFTER_MS,
  PAST_LIMIT_MS,
  rangeOf,
  type SensorState,
} from "./quality.ts";

type SentReading = TelemetryBatch["readings"][number];

/** The fields of a sensor that validation needs. */
export interface KnownSensor {
  _id: string;
  number: number;
  variable: Variable;
  depthCm: number | null;
  calibA: number;
  calibB: number;
  /** The range of its device's type, if it is in the sensor's unit. */
  min: number | null;
  max: number | null;
  state: SensorState | undefined;
}

/** A reading to store unless it is already stored: its raw value, and its moment in milliseconds. */
export interface ValidatedReading {
  /** The index of its batch in the transaction. */
  batch: number;
  sensor: KnownSensor;
  at: number;
  raw: number;
  flag: QualityFlag | null;
}

/**
 * Time of arrival. Imported history counts as received when it was measured, so that it is never late. `anyAge`: a file,
 * whose dates a person has seen, may be older than any clock is wrong.
 */
export type Reception = { at: Date; history: boolean; anyAge?: boolean };

/** Validates a reading by itself: its sensor, its value and its flag. */
export function validateReading(
  reading: SentReading,
  {
    batch,
    sensors,
    reception,
    shiftMs = 0,
  }: { batch: number; sensors: readonly KnownSensor[]; reception: Reception; shiftMs?: number },
): ValidatedReading | Rejection {
  const sensor = sensorOf(reading, sensors);
  if (typeof sensor === "string") return sensor;
  const at = Date.parse(reading.date) + shiftMs;
  const raw = Math.abs(reading.value) < RAW_MIN ? 0 : reading.value;
  if (!(Math.abs(raw) <= RAW_LIMIT)) return "too-large";
  const flag = flagOf(sensor, { at, value: calibrated(sensor, raw) }, reception);
  return timeProblem(at, reception) ?? { batch, sensor, at, raw, flag };
}

/** The reason why a moment is invalid. */
export function timeProblem(at: number, reception: Reception): Rejection | undefined {
  const received = reception.at.getTime();
  if (at > received + FUTURE_LIMIT_MS) return "clock-skew";
  return !reception.anyAge && at < received - PAST_LIMIT_MS ? "too-old" : undefined;
}

/**
 * A reading without depth belongs to the only sensor of its variable. Rain or flow of a device that has a sensor of its
 * running total instead is such a total, because the device does not know how its sensor is recorded.
 */
function sensorOf({ variable, depthCm }: SentReading, sensors: readonly KnownSensor[]): KnownSensor | Rejection {
  const named = sensors.filter((sensor) => sensor.variable === variable);
  const total = named.length === 0 ? totalOf(variable) : undefined;
  const measuring = total === undefined ? named : sensors.filter((sensor) => sensor.variable === total);
  if (measuring.length === 0) return "unknown-variable";
  const depth = depthCm ?? null;
  const exact = measuring.find((sensor) => sensor.depthCm === depth);
  return exact ?? (depth === null && measuring.length === 1 ? measuring[0] : undefined) ?? "unknown-depth";
}

function flagOf(
  sensor: KnownSensor,
  { at, value }: { at: number; value: number },
  reception: Reception,
): QualityFlag | null {
  const received = reception.at.getTime();
  if (at > received + CLOCK_TOLERANCE_MS) return "clock-skew";
  const [lowest, highest] = rangeOf(sensor);
  if (value < lowest || value > highest) return "out-of-range";
  return !reception.history && at < received - LATE_AFTER_MS ? "late" : null;
}
