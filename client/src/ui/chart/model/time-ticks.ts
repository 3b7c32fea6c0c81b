import { DAY_MS, HOUR_MS, MINUTE_MS } from "@lamina/shared/core/time";
import type { View } from "./points.ts";

/** Distances of ticks that divide a day. */
const WITHIN_DAY = [
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
];
/** Days of a month with ticks. They stay the same when the view moves across the end of a month. */
const DAYS_OF_MONTH = [range(1, 31, 1), range(1, 30, 2), [1, 6, 11, 16, 21, 26], [1, 11, 21], [1, 16]];
const MONTH_STEPS = [1, 2, 3, 6, 12];

function range(first: number, last: number, step: number): number[] {
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, index) => first + index * step);
}

/**
 * Round positions in a view, at most `most`: times of day, midnights, days of the month, months or years. For values at
 * the labels of days or months (`whole`), no positions inside a day or month.
 */
export function timeTicks(view: View, maxTicks: number, whole?: "day" | "month"): number[] {
  const span = view.to - view.from;
  const step = whole ? undefined : WITHIN_DAY.find((distance) => span / distance <= maxTicks);
  if (step) return multiples(view, step);
  for (const days of whole === "month" ? [] : DAYS_OF_MONTH) {
    const ticks = calendar(view, 1, days);
    if (ticks.length <= maxTicks) return ticks;
  }
  for (const months of MONTH_STEPS) {
    const ticks = calendar(view, months, [1]);
    if (ticks.length <= maxTicks) return ticks;
  }
  return calendar(view, 12 * Math.ceil(span / (365 * DAY_MS) / maxTicks), [1]);
}

function multiples({ from, to }: View, step: number): number[] {
  const ticks: number[] = [];
  for (let tick = Math.ceil(from / step) * step; tick <= to; tick += step) ticks.push(tick);
  return ticks;
}

/** The given days of every `every`th month in the view. */
function calendar({ from, to }: View, every: number, days: readonly number[]): number[] {
  const start = new Date(from);
  const ticks: number[] = [];
  const current = start.getUTCFullYear() * 12 + start.getUTCMonth();
  for (let month = current - (current % every); monthStart(month) <= to; month += every) {
    for (const day of days) {
      const tick = monthStart(month) + (day - 1) * DAY_MS;
      // The 31st of a shorter month would be the first of the next one, which is added anyway.
      if (tick >= from && tick <= to && new Date(tick).getUTCDate() === day) ticks.push(tick);
    }
  }
  return ticks;
}

/** The first moment of a month, counted from year 0. */
function monthStart(month: number): number {
  return Date.UTC(Math.floor(month / 12), month % 12, 1);
}
