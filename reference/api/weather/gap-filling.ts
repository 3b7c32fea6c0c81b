import type { GapSource } from "./complete-day.ts";
import type { ObservedDay } from "./observed-day.ts";

/** Number of days before a gap whose mean fills it. */
export const MEAN_OF_DAYS = 7;

const MEANT = ["tMax", "tMin", "rhMax", "rhMin", "wind2m", "rad"] as const;

/** Sources for a gap, best first: another source of that day, its forecast, then the mean of the days before it. */
export function gapSources(
  past: { source: string; day: ObservedDay } | undefined,
  forecast: { tMax: number | null; tMin: number | null; rhMin: number | null } | undefined,
  daysBefore: readonly ObservedDay[],
): GapSource[] {
  const known = Object.entries(forecast ?? {}).filter(
    ([key, value]) => value !== null && (key === "tMax" || key === "tMin" || key === "rhMin"),
  );
  return [
    ...(past ? [{ name: past.source, day: past.day, hasFallen: true }] : []),
    { name: "forecast", day: Object.fromEntries(known) as ObservedDay },
    { name: "days-before", day: meanOf(daysBefore) },
  ];
}

function meanOf(days: readonly ObservedDay[]): ObservedDay {
  const means = MEANT.flatMap((input) => {
    const values = days.flatMap((day) => day[input] ?? []);
    return values.length === 0 ? [] : [[input, values.reduce((sum, value) => sum + value, 0) / values.length] as const];
  });
  return Object.fromEntries(means);
}
