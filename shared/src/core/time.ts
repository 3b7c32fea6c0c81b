/** Spans of time in milliseconds. A day is 24 hours here; a farm's own day is `farmDayRange` (`farm-time.ts`). */
export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
/** Minutes of an hour, a day of 24 hours and a week of such days. */
export const HOUR_MINUTES = 60;
export const DAY_MINUTES = 24 * HOUR_MINUTES;
export const WEEK_MINUTES = 7 * DAY_MINUTES;

/** The minute of the day of a time `HH:MM`. */
export function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * HOUR_MINUTES + minutes;
}
