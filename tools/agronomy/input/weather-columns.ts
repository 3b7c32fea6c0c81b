import type { DailyWeather } from "@lamina/agronomy/eto/eto";
import { keysOf } from "@lamina/shared/core/keys";

/** The weather columns of the season files and of the CSV, each with its plausible range. */
export const WEATHER_RANGES = {
  Rs: [0, 50],
  n: [0, 24],
  Tmax: [-60, 60],
  Tmin: [-60, 60],
  Tmean: [-60, 60],
  ea: [0, 12],
  Tdew: [-60, 45],
  RHmax: [0, 100],
  RHmin: [0, 100],
  RHmean: [0, 100],
  wind: [0, 60],
} as const satisfies Record<string, readonly [number, number]>;

export type WeatherColumn = keyof typeof WEATHER_RANGES;

/** The names, in the order in which they are printed. */
export const WEATHER_COLUMNS = keysOf(WEATHER_RANGES);

/** One day's cells; null for a missing measurement. */
export type WeatherCells = Record<WeatherColumn, number | null>;

/** Cells without any measurement. */
export function emptyWeather(): WeatherCells {
  return Object.fromEntries(WEATHER_COLUMNS.map((name) => [name, null])) as WeatherCells;
}

/** The day for `dailyEto`; undefined when a temperature extreme is missing, because then ETo cannot be computed. */
export function toDailyWeather(cells: WeatherCells, dayOfYear: number): DailyWeather | undefined {
  const { Tmax, Tmin } = cells;
  if (Tmax === null || Tmin === null) return undefined;
  return {
    dayOfYear,
    tMax: Tmax,
    tMin: Tmin,
    tMean: cells.Tmean ?? undefined,
    rad: cells.Rs ?? undefined,
    sunshineHours: cells.n ?? undefined,
    ea: cells.ea ?? undefined,
    tDew: cells.Tdew ?? undefined,
    rhMax: cells.RHmax ?? undefined,
    rhMin: cells.RHmin ?? undefined,
    rhMean: cells.RHmean ?? undefined,
    wind: cells.wind ?? undefined,
  };
}
