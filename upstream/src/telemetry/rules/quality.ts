import { HOUR_MS, MINUTE_MS } from "@lamina/shared/core/time";
import { QualityFlag, type Variable } from "@lamina/shared/records/telemetry";
import { variableRow } from "@lamina/shared/records/variables";
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** A device's clock may be ahead by this much. */
export const CLOCK_TOLERANCE_MS = 5 * MINUTE_MS;
/** A reading from further ahead than this is refused: no drifting clock explains it. */
export const FUTURE_LIMIT_MS = 24 * HOUR_MS;
/** A reading from before this long ago is refused: a clock that lost its battery starts in another decade. */
export const PAST_LIMIT_MS = 5 * 366 * 24 * HOUR_MS;
/** A reading that arrives later than this after it was taken is late. It counts all the same. */
export const LATE_AFTER_MS = HOUR_MS;
/** The same value for longer than this: the sensor is stuck (domain, 5). A longer silence in between says nothing. */
const STUCK_AFTER_MS = 24 * HOUR_MS;

/** How a flag is stored: 0 is ok, else its position + 1 in shared's list. */
export const flagCode = (flag: QualityFlag | null): number =>
  flag === null ? 0 : QualityFlag.options.indexOf(flag) + 1;
export const flagOf = (code: number): QualityFlag | null => QualityFlag.options[code - 1] ?? null;

/** Whether no mean, extreme or sum counts the reading: any flag but `late`. */
export const isExcluded = (flag: QualityFlag | null): boolean => flag !== null && flag !== "late";
/** The same of a column that holds a flag's code. */
export const excluded = (flag: SQLWrapper): SQL<boolean> =>
  sql`${flag} between ${sql.raw(String(flagCode("duplicate")))} and ${sql.raw(String(flagCode("clock-skew")))}`;

/** What a sensor can say: its variable's range, narrowed to that of its device's type. */
export function rangeOf(sensor: {
  variable: Variable;
  min: number | null;
  max: number | null;
}): [min: number, max: number] {
  const [lowest, highest] = variableRow(sensor.variable).range;
  return [Math.max(lowest, sensor.min ?? lowest), Math.min(highest, sensor.max ?? highest)];
}

/** What a sensor said last, and since when it has said the same. */
export interface SensorState {
  at: number;
  raw: number;
  flag: QualityFlag | null;
  since: number;
}

/**
 * The state after a reading, and whether the sensor is stuck. A reading older than the state is judged without it.
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
