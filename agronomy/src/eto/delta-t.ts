import { saturationVapourPressure } from "./air.ts";
import { psychrometricConstant } from "./atmosphere.ts";

/** Pressure in kPa at sea level, the default. */
const SEA_LEVEL_KPA = 101.3;

/** Precision of the solution in °C, far below a sensor's resolution. */
const PRECISION_C = 1e-6;

/**
 * Wet bulb temperature in °C from the dry bulb in °C, the relative humidity in % and the pressure in kPa:
 * the temperature at which the psychrometric equation (FAO-56 Eq. 15, γ of Eq. 8) returns the actual vapour pressure.
 */
export function wetBulbTemperature(temperatureC: number, rhPct: number, pressureKpa = SEA_LEVEL_KPA): number {
  const ea = (saturationVapourPressure(temperatureC) * rhPct) / 100;
  const gamma = psychrometricConstant(pressureKpa);
  let low = temperatureC - 60;
  let high = temperatureC;
  while (high - low > PRECISION_C) {
    const middle = (low + high) / 2;
    const vapour = saturationVapourPressure(middle) - gamma * (temperatureC - middle);
    if (vapour < ea) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Delta T in °C: dry bulb minus wet bulb, the measure of good conditions for spraying. */
export function deltaT(temperatureC: number, rhPct: number, pressureKpa = SEA_LEVEL_KPA): number {
  return temperatureC - wetBulbTemperature(temperatureC, rhPct, pressureKpa);
}
