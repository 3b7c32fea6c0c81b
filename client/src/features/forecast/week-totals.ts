import type { ForecastDaily } from "@lamina/shared/records/weather";

/** Totals of some days in mm. Null when a day is unknown, because a sum with a missing day would mislead. */
interface WeekTotals {
  rain: number | null;
  eto: number | null;
  /** Rain minus ETo. */
  balance: number | null;
}

export function weekTotals(days: readonly Pick<ForecastDaily, "rain" | "eto">[]): WeekTotals {
  const sum = (values: readonly (number | null)[]) =>
    values.reduce<number | null>((total, value) => (total === null || value === null ? null : total + value), 0);
  const rain = sum(days.map((day) => day.rain));
  const eto = sum(days.map((day) => day.eto));
  return { rain, eto, balance: rain === null || eto === null ? null : rain - eto };
}
