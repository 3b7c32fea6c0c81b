import { daysBetween, type FarmDay } from "@lamina/shared/core/farm-time";

/** Number of a day in its year, 1 to 366. */
export function dayOfYear(day: FarmDay): number {
  return daysBetween(`${day.slice(0, 4)}-01-01`, day) + 1;
}
