import { saturationVapourPressure } from "@lamina/agronomy/eto/air";
import { meanSaturationVapourPressure } from "@lamina/agronomy/eto/atmosphere";
import { extraterrestrialRadiation } from "@lamina/agronomy/eto/extraterrestrial";
import { clearSkyRadiation } from "@lamina/agronomy/eto/radiation";
import type { FarmDay } from "@lamina/shared/core/farm-time";
import { DAY_MS } from "@lamina/shared/core/time";
import { chance, gaussian, smoothGaussian } from "./chance.ts";
import { type Climate, climateAt, type MonthNormal } from "./normals.ts";

/** A place with its weather. Different seeds give different weather in the same climate. */
export interface ClimateSite {
  seed: number;
  name: string;
  lat: number;
  altitude: number;
  climate: Climate;
}

/** The site of a farm's simulated weather, which its sensors and its simulated forecast share. */
export function siteOf(farm: { _id: string; lat: number; lon: number; altitude: number }, seed: number): ClimateSite {
  return { seed, name: farm._id, lat: farm.lat, altitude: farm.altitude, climate: climateAt(farm.lat, farm.lon) };
}

export interface SimulatedDay {
  /** °C */
  tMax: number;
  /** °C */
  tMin: number;
  /** Actual vapour pressure, kPa, constant over the day. */
  ea: number;
  /** m/s at 2 m */
  wind2m: number;
  /** MJ/m² */
  rad: number;
  /** mm in each hour of the farm's clock. */
  rainByHour: readonly number[];
}

/** Part of the clear-sky radiation on a wet and on a dry day. */
const SKY = { wet: 0.55, dry: 0.88, spread: 0.08 } as const;

export function simulateDay(site: ClimateSite, day: FarmDay): SimulatedDay {
  const { seed, name } = site;
  const at = Date.parse(day);
  const number = Math.round(at / DAY_MS);
  const normal = normalAt(site.climate, at);
  const rain = rainOf(site, number, normal);
  const wet = rain > 1;
  const warmth = smoothGaussian(number, seed, name, "warmth");
  const tMax = normal.tMax + 1.6 * warmth + (wet ? -1.8 : 0.5);
  const tMin = Math.min(normal.tMin + 1.1 * warmth + (wet ? 0.6 : -0.2), tMax - 3);
  const rhMean = clamp(normal.rhMean + 5 * gaussian(seed, name, number, "humidity") + (wet ? 7 : -3), 15, 97);
  // Vapour pressure cannot exceed saturation at dawn.
  const ea = Math.min((rhMean / 100) * meanSaturationVapourPressure(tMax, tMin), saturationVapourPressure(tMin));
  const sky = clamp((wet ? SKY.wet : SKY.dry) + SKY.spread * gaussian(seed, name, number, "sky"), 0.25, 1);
  const ra = extraterrestrialRadiation(site.lat, dayOfYear(at));
  return {
    tMax,
    tMin,
    ea,
    wind2m: Math.max(0.4, normal.wind2m * (1 + 0.25 * smoothGaussian(number, seed, name, "wind"))),
    rad: sky * clearSkyRadiation(ra, site.altitude),
    rainByHour: spread(rain, site, number),
  };
}

/** The normal of a day, interpolated between the two nearest mid-months. */
function normalAt(climate: Climate, at: number): MonthNormal {
  const date = new Date(at);
  const position = date.getUTCMonth() + (date.getUTCDate() - 15) / 30;
  const month = Math.floor(position);
  const part = position - month;
  const [before, after] = [climate.at(((month % 12) + 12) % 12), climate.at((((month + 1) % 12) + 12) % 12)];
  if (before === undefined || after === undefined) throw new RangeError("a climate has twelve months");
  const between = (key: keyof MonthNormal) => before[key] + part * (after[key] - before[key]);
  return {
    tMax: between("tMax"),
    tMin: between("tMin"),
    rhMean: between("rhMean"),
    wind2m: between("wind2m"),
    rain: between("rain"),
    rainDays: between("rainDays"),
  };
}

/** Rain of the day in mm, in whole tips of a 0.2 mm gauge. Wet days come in spells; their amounts are exponential. */
function rainOf({ seed, name }: ClimateSite, number: number, normal: MonthNormal): number {
  const wetness = cumulativeNormal(smoothGaussian(number, seed, name, "wet spell"));
  if (wetness >= normal.rainDays / 30) return 0;
  const mean = normal.rain / Math.max(normal.rainDays, 0.3);
  const amount = -mean * Math.log(1 - chance(seed, name, number, "amount"));
  return Math.round(Math.min(amount, 110) / 0.2) * 0.2;
}

/** Showers of one to four hours, mostly in the afternoon and evening. */
function spread(rain: number, { seed, name }: ClimateSite, number: number): number[] {
  const hours = new Array<number>(24).fill(0);
  const first = 13 + Math.floor(9 * chance(seed, name, number, "shower"));
  const length = 1 + Math.floor(4 * chance(seed, name, number, "length"));
  const tips = Math.round(rain / 0.2);
  for (let tip = 0; tip < tips; tip++) {
    const hour = (first + Math.floor(length * chance(seed, name, number, "tip", tip) ** 1.5)) % 24;
    hours[Math.max(hour, 0)] = (hours[hour] ?? 0) + 0.2;
  }
  return hours.map((mm) => Math.round(mm * 10) / 10);
}

/** Part of a standard normal population below `z` (logistic approximation, within 0.01). */
function cumulativeNormal(z: number): number {
  return 1 / (1 + Math.exp(-1.702 * z));
}

function dayOfYear(at: number): number {
  return Math.floor((at - Date.UTC(new Date(at).getUTCFullYear(), 0, 1)) / DAY_MS) + 1;
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
