import { DAY_MS, HOUR_MS, MINUTE_MS } from "@lamina/shared/core/time";
import { QualityFlag, type Variable } from "@lamina/shared/records/telemetry";
import { variableRow } from "@lamina/shared/records/variables";
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** Tolerance for a fast device clock. */
export const CLOCK_TOLERANCE_MS = 5 * MINUTE_MS;
/** Readings further ahead are rejected: clock drift does not explain them. */
export const FUTURE_LIMIT_MS = DAY_MS;
/** Older readings are rejected: a clock that lost its battery starts years in the past. */
export const PAST_LIMIT_MS = 5 * 366 * DAY_MS;
/** A reading that arrives later than this after its measurement is late. It still counts. */
export const LATE_AFTER_MS = HOUR_MS;
/** After the same value for this long, the sensor is stuck (domain, 5). Time without readings does not count. */
const STUCK_AFTER_MS = DAY_MS;

/** The stored code of a flag: 0 is ok, else its position + 1 in shared's list. */
export const flagCode = (flag: QualityFlag | null): number =>
  flag === null ? 0 : QualityFlag.options.indexOf(flag) + 1;
export const flagOf = (code: number): QualityFlag | null => QualityFlag.options[code - 1] ?? null;

/** Whether means, extremes and sums exclude the reading: any flag except `late`. */
export const isExcluded = (flag: QualityFlag | null): boolean => flag !== null && flag !== "late";
/** The same for a column with flag codes. */
export const excluded = (flag: SQLWrapper): SQL<boolean> =>
  sql`${flag} not in (0, ${sql.raw(String(flagCode("late")))})`;

/** The valid range of a sensor: its variable's, narrowed by its device's type, which describes no total. */
export function rangeOf(sensor: {
  variable: Variable;
  min: number | null;
  max: number | null;
}): [min: number, max: number] {
  const { range, aggregate } = variableRow(sensor.variable);
  const [lowest, highest] = range;
  if (aggregate === "total") return [lowest, highest];
  return [Math.max(lowest, sensor.min ?? lowest), Math.min(highest, sensor.max ?? highest)];
}

/** A sensor's last value, and the time since which it has been the same. */
export interface SensorState {
  at: number;
  raw: number;
  flag: QualityFlag | null;
  since: number;
}

/**
 * The state after a reading, and whether the sensor is stuck. A reading older than the state does not affect it.
 * Moments in milliseconds since the epoch.
 */
export function advance(
  state: SensorState | undefined,
  { variable, at, raw }: { variable: Variable; at: number; raw: number },
): { since: number; stuck: boolean } {
  const same = state !== undefined && state.raw === raw && at - state.at <= STUCK_AFTER_MS;
  const since = same ? state.since : at;
  return { since, stuck: same && !variableRow(variable).rests && at - since > STUCK_AFTER_MS };
}
