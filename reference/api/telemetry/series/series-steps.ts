import {
  addDays,
  daysBetween,
  type FarmDay,
  farmDay,
  farmDays,
  startOfFarmDay,
  type TimeRange,
} from "@lamina/shared/core/farm-time";
import { DAY_MS, HOUR_MS } from "@lamina/shared/core/time";
import type { SeriesStep } from "@lamina/shared/records/readings";

/** A step with grouped readings. */
export type GroupedStep = Exclude<SeriesStep, "auto" | "raw">;

/** Maximum points for `auto`: 90 days by the hour, and more than a screen has pixels. */
const AUTO_POINTS = 2200;

/** The finest step that stays within {@link AUTO_POINTS}. */
export function stepFor({ from, to }: TimeRange, intervalMs: number): Exclude<SeriesStep, "auto"> {
  const fits = (stepMs: number) => (to - from) / stepMs <= AUTO_POINTS;
  if (fits(intervalMs)) return "raw";
  if (fits(HOUR_MS)) return "hour";
  return fits(DAY_MS) ? "day" : "month";
}

/** The maximum number of steps of a range. */
export function countSteps({ from, to }: TimeRange, step: GroupedStep): number {
  const stepMs = { hour: HOUR_MS, day: DAY_MS, month: 28 * DAY_MS }[step];
  return Math.ceil((to - from) / stepMs) + 1;
}

/** The steps that overlap a range. */
export interface Grid {
  /** Their starts, in milliseconds. */
  at: number[];
  /**
   * The index of a bucket. Buckets are numbers: an hour is its start in milliseconds, a day or the first of a month is
   * the number of days since 1970.
   */
  indexOf(bucket: number): number | undefined;
  /** First and last hour (milliseconds) or day. */
  first: number | FarmDay;
  last: number | FarmDay;
}

const EPOCH_DAY: FarmDay = "1970-01-01";

/** Hours of the clock, days or months of the farm. */
export function gridOf({ from, to }: TimeRange, step: GroupedStep, timezone: string): Grid {
  if (step === "hour") {
    const first = Math.floor(from / HOUR_MS) * HOUR_MS;
    const last = Math.floor((to - 1) / HOUR_MS) * HOUR_MS;
    const at = Array.from({ length: (last - first) / HOUR_MS + 1 }, (_, index) => first + index * HOUR_MS);
    return { at, first, last, indexOf: (bucket) => (bucket - first) / HOUR_MS };
  }
  const touched = farmDays(farmDay(from, timezone), farmDay(to - 1, timezone));
  const days = step === "day" ? touched : [...new Set(touched.map((day) => `${day.slice(0, 7)}-01`))];
  const places = new Map(days.map((day, index) => [daysBetween(EPOCH_DAY, day), index] as const));
  const first = days[0] ?? "";
  const lastStart = days.at(-1) ?? "";
  return {
    at: days.map((day) => startOfFarmDay(day, timezone)),
    first,
    last: step === "day" ? lastStart : addDays(`${addDays(lastStart, 31).slice(0, 7)}-01`, -1),
    indexOf: (bucket) => places.get(bucket),
  };
}
