import { advance, isExcluded, type SensorState } from "./quality.ts";
import type { ValidatedReading } from "./validate-reading.ts";

/** A sensor's readings in time order, each moment once, and the sensor's latest state. */
export interface OrderedReadings {
  readings: ValidatedReading[];
  /** Further readings of the same moment. */
  repeated: ValidatedReading[];
  state: SensorState | undefined;
}

/**
 * Sorts one sensor's new readings and checks them together: a moment with two readings keeps one, flagged if the two
 * differ; a value that is constant for too long is stuck.
 */
export function orderReadings(
  unordered: readonly ValidatedReading[],
  before: SensorState | undefined,
): OrderedReadings {
  const readings: ValidatedReading[] = [];
  const repeated: ValidatedReading[] = [];
  let state = before;
  for (const reading of unordered.toSorted((one, other) => one.at - other.at)) {
    const last = readings.at(-1);
    if (last?.at === reading.at) {
      repeated.push(reading);
      if (last.raw === reading.raw) continue;
      last.flag = "duplicate";
      if (state?.at === last.at) state = { ...state, flag: last.flag };
      continue;
    }
    const kept = { ...reading };
    readings.push(kept);
    // Late readings, and those of a fast clock, do not change the state.
    if (kept.flag === "clock-skew" || (state !== undefined && kept.at <= state.at)) continue;
    const { since, stuck } = advance(state, { variable: kept.sensor.variable, at: kept.at, raw: kept.raw });
    if (stuck && !isExcluded(kept.flag)) kept.flag = "stuck";
    state = { at: kept.at, raw: kept.raw, flag: kept.flag, since };
  }
  return { readings, repeated, state };
}
