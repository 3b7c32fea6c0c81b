import { DAY_MINUTES, minuteOf, WEEK_MINUTES } from "../core/time.ts";
import type { BrokenRule } from "../rules/rule.ts";
import type { TariffWindow } from "./config.ts";

export const HOURS = 24;
export const DAYS = 7;

export type Timed = Pick<TariffWindow, "days" | "from" | "to">;

/**
 * The minutes of the week in which a window applies. After midnight it belongs to the day on which it began; equal
 * times mean the whole day.
 */
export function minutesOf({ days, from, to }: Timed): number[] {
  const start = minuteOf(from);
  const length = (minuteOf(to) - start + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES;
  return days.flatMap((day) =>
    Array.from({ length }, (_, minute) => (day * DAY_MINUTES + start + minute) % WEEK_MINUTES),
  );
}

/** The indexes of the first two windows that overlap, from 0; null when none do. */
export function overlap(windows: readonly Timed[]): [number, number] | null {
  const holder = new Map<number, number>();
  for (const [place, window] of windows.entries()) {
    for (const minute of minutesOf(window)) {
      const other = holder.get(minute);
      if (other !== undefined) return [other, place];
      holder.set(minute, place);
    }
  }
  return null;
}

/** Rules across the windows of a tariff: no two may overlap. */
export function checkTariff({ windows = [] }: { windows?: readonly Timed[] | undefined }): BrokenRule[] {
  const covered = overlap(windows);
  return covered ? [{ field: "windows", id: "overlap", one: covered[0] + 1, other: covered[1] + 1 }] : [];
}
