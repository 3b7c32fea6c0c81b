import { saturationVapourPressure } from "./atmosphere.ts";

/** Vapour pressure deficit in kPa at a temperature in °C and a relative humidity in % (FAO-56 Eq. 10 and 11). */
export function vapourPressureDeficit(temperatureC: number, rhPct: number): number {
  return saturationVapourPressure(temperatureC) * (1 - rhPct / 100);
}

/** Dew point in °C at a temperature in °C and a relative humidity in % above 0 (FAO-56 Eq. 11 and 14 solved for T). */
export function dewPoint(temperatureC: number, rhPct: number): number {
  const logarithm = Math.log((saturationVapourPressure(temperatureC) * rhPct) / 100 / 0.6108);
  return (237.3 * logarithm) / (17.27 - logarithm);
}
