import type { FarmDay } from "@lamina/shared/core/farm-time";
import type { ForecastDaily } from "@lamina/shared/records/weather";
import type { WeatherIcon } from "./icon.ts";

/** The place that a forecast is asked for. */
export interface ForecastPlace {
  _id: string;
  lat: number;
  lon: number;
  altitude: number;
  timezone: string;
}

/** One day as a provider gives it; null where it says nothing. Units as in `ForecastDaily`. */
type ProvidedDay = Record<
  "tMax" | "tMin" | "rain" | "rainProbPct" | "rhMin" | "windMaxKmh" | "windDir" | "eto",
  number | null
> & { date: FarmDay; icon: WeatherIcon | null };

/** One hour, by its start (ISO-8601). Units as in `ForecastHourly`. */
type ProvidedHour = Record<
  "temp" | "rh" | "rain" | "rainProbPct" | "windKmh" | "gustKmh" | "windDir" | "radWm2",
  number | null
> & { date: string };

/** A forecast as a provider gives it. Hours and values that it lacks stay missing: nothing is made up for them. */
export interface ProvidedForecast {
  issuedAt: Date;
  daily: ProvidedDay[];
  hourly: ProvidedHour[];
}

/** Where forecasts come from. */
export interface ForecastProvider {
  source: ForecastDaily["source"];
  /** @throws ForecastUnavailable when there is none to be had now */
  fetch(place: ForecastPlace): Promise<ProvidedForecast>;
}

/** Ids of why there is no forecast; the words live in the client. */
export type ForecastProblem = "provider-unreachable" | "provider-timeout" | "provider-refused" | "provider-garbage";

export class ForecastUnavailable extends Error {
  readonly problem: ForecastProblem;

  constructor(problem: ForecastProblem, cause?: unknown) {
    super(problem, { cause });
    this.problem = problem;
  }
}

/** How many days ahead forecasts are kept, today included. */
export const FORECAST_DAYS = 7;
