import { saturationVapourPressure } from "@lamina/agronomy/eto/air";
import { pressureAt } from "@lamina/agronomy/eto/atmosphere";
import { daylightHours } from "@lamina/agronomy/eto/extraterrestrial";
import { addDays, farmClock, farmDay } from "@lamina/shared/core/farm-time";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@lamina/shared/core/time";
import { gaussian } from "./chance.ts";
import { type ClimateSite, type SimulatedDay, simulateDay } from "./day.ts";

/** Values of a station's sensors at one moment. */
export interface SimulatedMoment {
  /** °C */
  airTemp: number;
  /** % */
  airHum: number;
  /** m/s */
  wind: number;
  /** m/s */
  gust: number;
  /** ° from north */
  windDir: number;
  /** W/m² */
  rad: number;
  /** kPa */
  pressure: number;
}

/** Hours of the day's lowest and highest temperature. */
const COLDEST = 6;
const WARMEST = 15;
const NOON = 12;
/** Swing of the wind between night and noon, as a part of the day's mean; the mean of 12 h of sunshine over a day is 1/π. */
const BREEZE = 0.7;

/**
 * Weather of a site at moments. Caches the last days, because readings come in order.
 * @param instead replaces days of the site, as in a forecast
 */
export function createWeather(
  site: ClimateSite,
  timezone: string,
  instead: (day: string) => SimulatedDay | undefined = () => undefined,
) {
  const days = new Map<string, SimulatedDay>();
  function dayOf(day: string): SimulatedDay {
    const known = days.get(day);
    if (known !== undefined) return known;
    if (days.size > 8) days.clear();
    const simulated = instead(day) ?? simulateDay(site, day);
    days.set(day, simulated);
    return simulated;
  }

  return {
    day: dayOf,

    /** @param moment milliseconds since the epoch */
    at(moment: number): SimulatedMoment {
      const day = farmDay(moment, timezone);
      const clock = new Date(farmClock(moment, timezone));
      const hour = clock.getUTCHours() + clock.getUTCMinutes() / 60;
      const weather = dayOf(day);
      const airTemp = temperature(hour, weather, dayOf(addDays(day, hour < COLDEST ? -1 : 1)));
      // Vapour pressure changes from one noon to the next, not at midnight.
      const ea =
        weather.ea + (dayOf(addDays(day, hour < NOON ? -1 : 1)).ea - weather.ea) * (Math.abs(hour - NOON) / 24);
      const noise = (what: string) => gaussian(site.seed, site.name, Math.round(moment / MINUTE_MS), what);
      const wind = Math.max(
        0,
        weather.wind2m * (1 + BREEZE * (sunHeight(hour, 12) - 1 / Math.PI)) + 0.25 * noise("wind"),
      );
      return {
        airTemp: airTemp + 0.1 * noise("temperature"),
        airHum: Math.min(100, Math.max(8, (100 * ea) / saturationVapourPressure(airTemp))),
        wind,
        gust: wind * 1.6 + Math.abs(0.6 * noise("gust")),
        windDir: (90 + 35 * gaussian(site.seed, site.name, day, "direction") + 12 * noise("direction") + 720) % 360,
        rad: irradiance(hour, site, clock, weather.rad),
        pressure: pressureAt(site.altitude) + 0.08 * Math.sin((hour / 12) * Math.PI),
      };
    },

    /** Rain in mm between two moments, both in milliseconds since the epoch. */
    rainBetween(from: number, to: number): number {
      let mm = 0;
      for (let moment = from; moment < to; ) {
        const next = Math.min(to, (Math.floor(moment / HOUR_MS) + 1) * HOUR_MS);
        const hour = new Date(farmClock(moment, timezone)).getUTCHours();
        mm += (dayOf(farmDay(moment, timezone)).rainByHour[hour] ?? 0) * ((next - moment) / HOUR_MS);
        moment = next;
      }
      return mm;
    },
  };
}

/** Half a sine from dawn to the warmest hour, and a slow decrease through the night. */
function temperature(hour: number, today: SimulatedDay, neighbour: SimulatedDay): number {
  if (hour >= COLDEST && hour <= WARMEST) {
    const rise = (1 - Math.cos((Math.PI * (hour - COLDEST)) / (WARMEST - COLDEST))) / 2;
    return today.tMin + rise * (today.tMax - today.tMin);
  }
  const [evening, dawn] = hour > WARMEST ? [today.tMax, neighbour.tMin] : [neighbour.tMax, today.tMin];
  const passed = hour > WARMEST ? hour - WARMEST : hour + 24 - WARMEST;
  const fall = (1 + Math.cos((Math.PI * passed) / (24 - WARMEST + COLDEST))) / 2;
  return dawn + fall * (evening - dawn);
}

/** 0 at night, 1 at noon. */
function sunHeight(hour: number, daylight: number): number {
  return (
    Math.max(0, Math.sin((Math.PI * (hour - 12 + daylight / 2)) / daylight)) *
    Number(Math.abs(hour - 12) < daylight / 2)
  );
}

/** W/m² such that the day's sum is `rad` MJ/m². */
function irradiance(hour: number, site: ClimateSite, clock: Date, rad: number): number {
  const start = Date.UTC(clock.getUTCFullYear(), 0, 1);
  const daylight = daylightHours(site.lat, Math.floor((clock.getTime() - start) / DAY_MS) + 1);
  // The integral of sin over the day is 2/π of its length.
  const peak = (rad * 1e6) / (daylight * 3600 * (2 / Math.PI));
  return peak * sunHeight(hour, daylight);
}
