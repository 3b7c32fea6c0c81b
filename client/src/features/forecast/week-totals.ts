import type { ForecastDaily } from "@lamina/shared/records/weather";

/** What some days add up to, in mm; null when a day of them says nothing of it: a sum with a hole would mislead. */
interface WeekTotals {
  rain: number | null;
  eto: number | null;
  /** Rain less ETo. */
  balance: number | null;
}

export function weekTotals(days: readonly Pick<ForecastDaily, "rain" | "eto">[]): WeekTotals {
  const sum = (values: readonly (number | null)[]) =>
    values.reduce<number | null>((total, value) => (total === null || value === null ? null : total + value), 0);
  const rain = sum(days.map((day) => day.rain));
  const eto = sum(days.map((day) => day.eto));
  return { rain, eto, balance: rain === null || eto === null ? null : rain - eto };
}
