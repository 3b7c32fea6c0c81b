import type { FarmDay } from "@lamina/shared/core/farm-time";
import type { ForecastDaily } from "@lamina/shared/records/weather";
import type { WeatherIcon } from "./icon.ts";

/** The place of a forecast. */
export interface ForecastPlace {
  _id: string;
  lat: number;
  lon: number;
  altitude: number;
  timezone: string;
}

/** One day of a provider; null for missing values. Units as in `ForecastDaily`. */
type ProvidedDay = Record<
  "tMax" | "tMin" | "rain" | "rainProbPct" | "rhMin" | "windMaxKmh" | "windDir" | "eto",
  number | null
> & {
  date: FarmDay;
  icon: WeatherIcon | null;
  /** Equally probable amounts of rain, mm, ascending; left out by a provider without an ensemble. */
  rainAmounts?: number[] | null;
};

/** One hour, by its start (ISO-8601). Units as in `ForecastHourly`. */
type ProvidedHour = Record<
  "temp" | "rh" | "rain" | "rainProbPct" | "windKmh" | "gustKmh" | "windDir" | "radWm2",
  number | null
> & { date: string };

/** A provider's forecast. Missing hours and values are not filled. */
export interface ProvidedForecast {
  issuedAt: Date;
  daily: ProvidedDay[];
  hourly: ProvidedHour[];
}

export interface ForecastProvider {
  source: ForecastDaily["source"];
  /** @throws ForecastUnavailable when there is none now */
  fetch(place: ForecastPlace): Promise<ProvidedForecast>;
}

/** Ids of the reasons why there is no forecast; the client has the words. */
export type ForecastProblem = "provider-unreachable" | "provider-timeout" | "provider-refused" | "provider-garbage";

export class ForecastUnavailable extends Error {
  readonly problem: ForecastProblem;

  constructor(problem: ForecastProblem, cause?: unknown) {
    super(problem, { cause });
    this.problem = problem;
  }
}

/** Days of a stored forecast, today included. */
export const FORECAST_DAYS = 7;
