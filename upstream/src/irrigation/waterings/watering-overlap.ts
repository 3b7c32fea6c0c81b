import { HOUR_MS } from "@lamina/shared/core/time";
import { SAME_WATERING_MS } from "@lamina/shared/records/irrigation";
import type { Author } from "../../records/audit/write.ts";

/** A smaller depth comes from an arm that only touched a sector, mm. */
export const LEAST_DEPTH_MM = 0.1;

/** Author of records from telemetry. */
export const PROGRAM: Author = { userId: null, userName: "sistema" };

interface TimeOfWatering {
  start: Date;
  end: Date | null;
  hours: number | null;
}

/** The given end, else start plus hours. */
export function endOf({ start, end, hours }: TimeOfWatering): number {
  return end?.getTime() ?? start.getTime() + (hours ?? 0) * HOUR_MS;
}

/** Whether a run overlaps one of some recorded waterings. */
export function overlapsOneOf(
  { startAt, endAt }: { startAt: number; endAt: number },
  known: readonly TimeOfWatering[],
): boolean {
  return known.some(
    (watering) => watering.start.getTime() <= endAt + SAME_WATERING_MS && endOf(watering) >= startAt - SAME_WATERING_MS,
  );
}
