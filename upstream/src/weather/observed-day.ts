import { windAt2m } from "@lamina/agronomy/eto/wind";
import type { Variable } from "@lamina/shared/telemetry";
import { mjM2OfWm2 } from "@lamina/shared/units";

/** What one sensor measured on one farm-day. */
export interface SensorDay {
  variable: Variable;
  deviceId: string;
  /** Height of the device above the ground, m. */
  heightM: number;
  /** Hours of the day with at least one reading. */
  hours: number;
  count: number;
  sum: number;
  min: number;
  max: number;
}

/** A day's weather as far as sensors measured it: °C, %, m/s at 2 m, MJ/m², mm. */
export interface ObservedDay {
  tMax?: number;
  tMin?: number;
  tMean?: number;
  rhMax?: number;
  rhMin?: number;
  rhMean?: number;
  wind2m?: number;
  rad?: number;
  rain?: number;
}

/** No anemometer stands lower, m, and Eq. 47 of FAO-56 makes no sense near the ground: a lower height is not that of the wind. */
const LOWEST_ANEMOMETER_M = 0.5;
/** Where anemometers of farms stand, m. */
const USUAL_ANEMOMETER_M = 2;

/** A day with fewer hours of readings says nothing of its extremes and sums. */
export const ENOUGH_HOURS = 20;

/**
 * The day as its sensors saw it. The sensor with the most hours speaks for each variable; one with too few does not.
 * Radiation is the mean irradiance in W/m² over the day, rain the sum of the tips.
 */
export function observeDay(sensors: readonly SensorDay[]): ObservedDay {
  const best = (variable: Variable) =>
    sensors
      .filter((sensor) => sensor.variable === variable && sensor.hours >= ENOUGH_HOURS)
      .reduce<SensorDay | undefined>((most, sensor) => (most && most.hours >= sensor.hours ? most : sensor), undefined);
  const mean = ({ sum, count }: SensorDay) => sum / count;
  const [airTemp, airHum, wind, rad, rain] = (["airTemp", "airHum", "wind", "rad", "rain"] as const).map(best);
  return {
    ...(airTemp && { tMax: airTemp.max, tMin: airTemp.min, tMean: mean(airTemp) }),
    ...(airHum && { rhMax: airHum.max, rhMin: airHum.min, rhMean: mean(airHum) }),
    ...(wind && { wind2m: windAt2m(mean(wind), anemometerHeight(wind)) }),
    ...(rad && { rad: mjM2OfWm2(mean(rad), 24) }),
    ...(rain && { rain: rain.sum }),
  };
}

const anemometerHeight = ({ heightM }: SensorDay) => (heightM >= LOWEST_ANEMOMETER_M ? heightM : USUAL_ANEMOMETER_M);
