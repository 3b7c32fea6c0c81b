import { saturationVapourPressure } from "./air.ts";

/** Atmospheric pressure in kPa at an altitude in m above the sea (FAO-56 Eq. 7). */
export function pressureAt(altitudeM: number): number {
  return 101.3 * ((293 - 0.0065 * altitudeM) / 293) ** 5.26;
}

/** Psychrometric constant in kPa/°C from the pressure in kPa (FAO-56 Eq. 8). */
export function psychrometricConstant(pressureKpa: number): number {
  return 0.665e-3 * pressureKpa;
}

/** Mean saturation vapour pressure es in kPa of a day, from its extremes in °C; e°(Tmean) is lower and no substitute (FAO-56 Eq. 12). */
export function meanSaturationVapourPressure(tMaxC: number, tMinC: number): number {
  return (saturationVapourPressure(tMaxC) + saturationVapourPressure(tMinC)) / 2;
}

/** Slope Δ of the saturation vapour pressure curve, kPa/°C, at a temperature in °C (FAO-56 Eq. 13). */
export function vapourPressureSlope(temperatureC: number): number {
  return (4098 * saturationVapourPressure(temperatureC)) / (temperatureC + 237.3) ** 2;
}

/** Mean of the extremes, °C (FAO-56 Eq. 9): the paper's definition of a day's mean temperature. */
export function meanTemperature(tMaxC: number, tMinC: number): number {
  return (tMaxC + tMinC) / 2;
}

/** Energy in MJ/m² as a depth of evaporated water in mm (FAO-56 Eq. 20, with the printed factor 0.408 = 1/2.45). */
export function toWaterDepth(energyMj: number): number {
  return 0.408 * energyMj;
}
