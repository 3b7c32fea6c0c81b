/**
 * Humid air, for screens and engine. Temperatures in °C, humidities in %, pressures in kPa. Equations are those of
 * FAO-56 (Allen et al. 1998), chapter 3.
 */

/** Saturation vapour pressure e° in kPa (FAO-56 Eq. 11). */
export function saturationVapourPressure(temperatureC: number): number {
  return 0.6108 * Math.exp((17.27 * temperatureC) / (temperatureC + 237.3));
}

/** Vapour pressure deficit in kPa (FAO-56 Eq. 10 and 11). */
export function vapourPressureDeficit(temperatureC: number, rhPct: number): number {
  return saturationVapourPressure(temperatureC) * (1 - rhPct / 100);
}

/** Dew point in °C of a vapour pressure in kPa above 0 (FAO-56 Eq. 14 solved for the temperature). */
export function dewPointOf(vapourPressureKpa: number): number {
  const logarithm = Math.log(vapourPressureKpa / 0.6108);
  return (237.3 * logarithm) / (17.27 - logarithm);
}

/** Dew point in °C at a temperature and a relative humidity above 0 (FAO-56 Eq. 10 and 14). */
export function dewPoint(temperatureC: number, rhPct: number): number {
  return dewPointOf((saturationVapourPressure(temperatureC) * rhPct) / 100);
}

/** Daily extremes: temperatures in °C, relative humidities in %. */
export interface AirExtremes {
  tMax: number;
  tMin: number;
  rhMax: number;
  rhMin: number;
}

/** Actual vapour pressure ea of a day in kPa (FAO-56 Eq. 17). */
export function dailyVapourPressure({ tMax, tMin, rhMax, rhMin }: AirExtremes): number {
  return (saturationVapourPressure(tMin) * rhMax + saturationVapourPressure(tMax) * rhMin) / 200;
}

/** Vapour pressure deficit es − ea of a day in kPa (FAO-56 Eq. 12 and 17). */
export function dailyVapourPressureDeficit(day: AirExtremes): number {
  const es = (saturationVapourPressure(day.tMax) + saturationVapourPressure(day.tMin)) / 2;
  return es - dailyVapourPressure(day);
}

/**
 * Growing degree days of one day, °C·d, from the extremes in °C above a base (and, where the crop has one, an upper limit).
 * The extremes are limited before they are averaged (the "horizontal cut-off" of McMaster and Wilhelm 1997, method 2),
 * so that a cold night does not cancel a warm afternoon.
 */
export function growingDegreeDays(
  tMaxC: number,
  tMinC: number,
  baseC: number,
  upperC = Number.POSITIVE_INFINITY,
): number {
  const limit = (t: number) => Math.min(Math.max(t, baseC), upperC);
  return (limit(tMaxC) + limit(tMinC)) / 2 - baseC;
}

/** Spraying quality by Delta T in °C: 2–8 good, 8–10 attention, below 2 or above 10 avoid (common practice). */
export function sprayQuality(deltaTC: number): "good" | "attention" | "avoid" {
  if (deltaTC < 2 || deltaTC > 10) return "avoid";
  return deltaTC <= 8 ? "good" : "attention";
}
