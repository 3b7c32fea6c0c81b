import { saturationVapourPressure } from "@lamina/agronomy/eto/air";
import { dailyEto } from "@lamina/agronomy/eto/eto";
import type { FarmDay } from "@lamina/shared/core/farm-time";
import { DAY_MS } from "@lamina/shared/core/time";
import { siteOf } from "../../../api/weather/climate/day.ts";
import { createWeather } from "../../../api/weather/climate/moment.ts";
import type { FieldWeather } from "./field.ts";
import type { FarmLayout } from "./layout.ts";

/** Days in the cache; the simulation asks in order. */
const KEPT_DAYS = 8;

/** The weather of a simulated farm, and its effect on fields. */
export function createFarmWeather(farm: FarmLayout["farm"], seed: number) {
  const site = siteOf(farm, seed);
  const weather = createWeather(site, farm.timezone);
  const days = new Map<FarmDay, FieldWeather>();

  function ofDay(day: FarmDay): FieldWeather {
    const cached = days.get(day);
    if (cached !== undefined) return cached;
    if (days.size > KEPT_DAYS) days.clear();
    const { tMax, tMin, ea, rad, wind2m } = weather.day(day);
    const dayOfYear = Math.round((Date.parse(day) - Date.parse(`${day.slice(0, 4)}-01-01`)) / DAY_MS) + 1;
    const place = { latitudeDeg: farm.lat, altitudeM: farm.altitude };
    const { eto } = dailyEto(place, { dayOfYear, tMax, tMin, ea, rad, wind: wind2m });
    const felt = { eto, u2: wind2m, rhMin: Math.min(100, (100 * ea) / saturationVapourPressure(tMax)) };
    days.set(day, felt);
    return felt;
  }

  return {
    ofDay,
    at: weather.at,
    day: weather.day,
    rainBetween: weather.rainBetween,
  };
}
