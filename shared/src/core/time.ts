/** Spans of time in milliseconds. A day is 24 hours here; a farm's own day is `farmDayRange` (`farm-time.ts`). */
const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
/** Minutes of a day of 24 hours. */
export const DAY_MINUTES = 1_440;

/** The minute of the day of a time `HH:MM`. */
export function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}
