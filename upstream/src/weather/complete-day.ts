import { dailyEto } from "@lamina/agronomy/eto/eto";
import type { WeatherDaily } from "@lamina/shared/weather";
import type { ObservedDay } from "./observed-day.ts";

/** Another source of what a station did not measure, best first. */
export interface Fill {
  /** Names it in `filledFrom`, such as `forecast`. */
  name: string;
  day: ObservedDay;
}

export interface Place {
  lat: number;
  altitude: number;
}

type Weather = Pick<
  WeatherDaily,
  "tMax" | "tMin" | "tMean" | "rhMax" | "rhMin" | "rhMean" | "wind2m" | "rad" | "rain" | "eto" | "etoMethod" | "missing"
> & { filledFrom: Record<string, string> };

/** Inputs of ETo that may be filled. Rain is not: water that nobody measured is not in the soil. */
const FILLED = ["tMax", "tMin", "rhMax", "rhMin", "wind2m", "rad"] as const;
const MEASURED = [...FILLED, "rain"] as const;

/**
 * A day with its gaps filled and named, and its ETo. An input that no source has is left to the rules of FAO-56 chapter 3
 * by `dailyEto`, which needs the two temperatures at least; without them there is no ETo.
 */
export function completeDay(place: Place, dayOfYear: number, observed: ObservedDay, fills: readonly Fill[]): Weather {
  const missing = MEASURED.filter((input) => observed[input] === undefined);
  const filledFrom: Record<string, string> = {};
  const day: ObservedDay = { ...observed };
  for (const input of FILLED.filter((name) => observed[name] === undefined)) {
    const fill = fills.find((other) => other.day[input] !== undefined);
    if (fill === undefined) continue;
    day[input] = fill.day[input] as number;
    filledFrom[input] = fill.name;
  }
  const { eto, method } = etoOf(place, dayOfYear, day, observed);
  return {
    tMax: day.tMax ?? null,
    tMin: day.tMin ?? null,
    tMean: day.tMean ?? null,
    rhMax: day.rhMax ?? null,
    rhMin: day.rhMin ?? null,
    rhMean: day.rhMean ?? null,
    wind2m: day.wind2m ?? null,
    rad: day.rad ?? null,
    rain: day.rain ?? null,
    eto,
    etoMethod: method,
    missing,
    filledFrom,
  };
}

function etoOf({ lat, altitude }: Place, dayOfYear: number, day: ObservedDay, observed: ObservedDay) {
  const { tMax, tMin } = day;
  if (tMax === undefined || tMin === undefined) return { eto: null, method: null };
  const result = dailyEto(
    { latitudeDeg: lat, altitudeM: altitude },
    { dayOfYear, tMax, tMin, rhMax: day.rhMax, rhMin: day.rhMin, rad: day.rad, wind: day.wind2m },
  );
  // What was filled from elsewhere was not measured here, so the day is an estimate whatever the formula got.
  const measuredHere = FILLED.every((input) => observed[input] !== undefined);
  return {
    eto: result.eto,
    method: result.method === "pm" && !measuredHere ? ("pm_estimated" as const) : result.method,
  };
}
