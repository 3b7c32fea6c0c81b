import { dailyEto } from "@lamina/agronomy/eto/eto";
import type { WeatherDaily } from "@lamina/shared/records/weather";
import type { FarmDayObserved, ObservedDay } from "./observed-day.ts";

/** Name of interpolated hours in `filledFrom`. */
const INTERPOLATED = "interpolated";

/** A farm's day without any data. */
export const UNOBSERVED: FarmDayObserved = { weather: {}, bridged: [], rainState: "missing", sources: {}, devices: [] };

/** A source for inputs that a station did not measure, best first. */
export interface GapSource {
  /** Its name in `filledFrom`, such as `forecast`. */
  name: string;
  day: ObservedDay;
  /** Whether its rain fell, unlike that of a forecast. */
  hasFallen?: boolean;
}

interface Place {
  lat: number;
  altitude: number;
}

type Weather = Pick<
  WeatherDaily,
  | "tMax"
  | "tMin"
  | "tMean"
  | "rhMax"
  | "rhMin"
  | "rhMean"
  | "wind2m"
  | "rad"
  | "rain"
  | "rainState"
  | "eto"
  | "etoMethod"
  | "missing"
> & { filledFrom: Record<string, string> };

/** Inputs of ETo that may be filled. Rain is filled from past weather only, because a forecast must not enter the soil. */
const FILLED = ["tMax", "tMin", "rhMax", "rhMin", "wind2m", "rad"] as const;

/**
 * A day with filled gaps, their sources, and its ETo. An input without any source is left to the rules of FAO-56
 * chapter 3 in `dailyEto`, which requires at least the two temperatures; without them there is no ETo.
 */
export function completeDay(
  place: Place,
  dayOfYear: number,
  { weather: observed, bridged, rainState }: Pick<FarmDayObserved, "weather" | "bridged" | "rainState">,
  fills: readonly GapSource[],
): Weather {
  const isWhole = (input: (typeof FILLED)[number]) => observed[input] !== undefined && !bridged.includes(input);
  const missing = [
    ...FILLED.filter((input) => !isWhole(input)),
    ...(rainState === "measured" ? [] : (["rain"] as const)),
  ];
  const filledFrom: Record<string, string> = {};
  const day: ObservedDay = { ...observed };
  for (const input of FILLED.filter((name) => !isWhole(name))) {
    if (observed[input] !== undefined) {
      filledFrom[input] = INTERPOLATED;
      continue;
    }
    const fill = fills.find((other) => other.day[input] !== undefined);
    if (fill === undefined) continue;
    day[input] = fill.day[input] as number;
    filledFrom[input] = fill.name;
  }
  // Without a gauge, the rain of another source is a person's choice.
  const rain =
    rainState === "missing" ? fills.find((other) => other.hasFallen && other.day.rain !== undefined) : undefined;
  if (rain?.day.rain !== undefined) {
    day.rain = rain.day.rain;
    filledFrom.rain = rain.name;
  }
  const { eto, method } = etoOf(place, dayOfYear, day, FILLED.every(isWhole));
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
    rainState: rain ? "manual" : rainState,
    eto,
    etoMethod: method,
    missing,
    filledFrom,
  };
}

/**
 * @param isMeasured whether all inputs were measured here all day; a filled input makes the day an estimate, whatever
 *   the formula
 */
function etoOf({ lat, altitude }: Place, dayOfYear: number, day: ObservedDay, isMeasured: boolean) {
  const { tMax, tMin } = day;
  if (tMax === undefined || tMin === undefined) return { eto: null, method: null };
  const result = dailyEto(
    { latitudeDeg: lat, altitudeM: altitude },
    { dayOfYear, tMax, tMin, rhMax: day.rhMax, rhMin: day.rhMin, rad: day.rad, wind: day.wind2m },
  );
  return { eto: result.eto, method: result.method === "pm" && !isMeasured ? ("pm_estimated" as const) : result.method };
}
