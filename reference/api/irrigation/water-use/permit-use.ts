import type { FarmDay } from "@lamina/shared/core/farm-time";
import { hoursOf, type Pumping } from "./pumping.ts";

export interface MonthSum {
  /** `YYYY-MM`. */
  month: string;
  usedM3: number;
  /** Maximum hours of a day with at least one system pumping. */
  maxHoursDay: number;
  daysUsed: number;
}

/** The use of a permit in a month. */
export interface PermitUse extends MonthSum {
  /** Use at the month's end at the current rate; null for a past month. */
  projectedM3: number | null;
}

/** Sums per month of the systems of a permit. */
export function monthSums(pumping: readonly Pumping[]): MonthSum[] {
  return [...Map.groupBy(pumping, ({ day }) => day.slice(0, 7))]
    .map(([month, ofMonth]) => {
      const days = [...Map.groupBy(ofMonth, ({ day }) => day).values()];
      return {
        month,
        usedM3: ofMonth.reduce((sum, { m3 }) => sum + m3, 0),
        maxHoursDay: Math.max(...days.map(unionHours)),
        daysUsed: days.length,
      };
    })
    .sort((one, other) => one.month.localeCompare(other.month));
}

/** The same with the projection of the present month. `today`: the farm's day, and its past part. */
export function permitUse(pumping: readonly Pumping[], today: FarmDay, dayPart: number): PermitUse[] {
  return monthSums(pumping).map((sum) => ({
    ...sum,
    projectedM3: sum.month === today.slice(0, 7) ? projected(sum.usedM3, today, dayPart) : null,
  }));
}

function projected(usedM3: number, today: FarmDay, dayPart: number): number {
  const passed = Number(today.slice(8)) - 1 + dayPart;
  return passed > 0 ? (usedM3 / passed) * daysOfMonth(today) : usedM3;
}

/** Number of days of the month of a day. */
export function daysOfMonth(day: FarmDay): number {
  const [year = 0, month = 0] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** Hours with at least one of the systems pumping. */
export function unionHours(pumping: readonly Pumping[]): number {
  let end = Number.NEGATIVE_INFINITY;
  let hours = 0;
  for (const { from, to } of pumping.toSorted((one, other) => one.from - other.from)) {
    if (to > end) hours += hoursOf({ from: Math.max(from, end), to });
    end = Math.max(end, to);
  }
  return hours;
}
