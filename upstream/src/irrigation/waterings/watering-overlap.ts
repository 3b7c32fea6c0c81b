import { HOUR_MS } from "@lamina/shared/core/time";
import { SAME_WATERING_MS } from "@lamina/shared/records/irrigation";
import type { Author } from "../../records/audit/write.ts";

/** Less than this is an arm that just touched a sector, mm. */
export const LEAST_DEPTH_MM = 0.1;

/** Who writes what telemetry proves. */
export const PROGRAM: Author = { userId: null, userName: "sistema" };

interface TimeOfWatering {
  start: Date;
  end: Date | null;
  hours: number | null;
}

/** Ends as given, else by the hours that it took. */
export function endOf({ start, end, hours }: TimeOfWatering): number {
  return end?.getTime() ?? start.getTime() + (hours ?? 0) * HOUR_MS;
}

/** Whether a run is on record among some waterings. */
export function overlapsOneOf(
  { startAt, endAt }: { startAt: number; endAt: number },
  known: readonly TimeOfWatering[],
): boolean {
  return known.some(
    (watering) => watering.start.getTime() <= endAt + SAME_WATERING_MS && endOf(watering) >= startAt - SAME_WATERING_MS,
  );
}
