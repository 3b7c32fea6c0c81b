/** Soil heat flux G of a day or a ten-day period under grass: small enough to neglect, MJ/(m²·d) (FAO-56 Eq. 42). */
export const SOIL_HEAT_FLUX_DAY = 0;

/** Soil heat flux of any period, MJ/(m²·d), from soil heat capacity in MJ/(m³·°C), temperatures in °C, days, and depth in m (FAO-56 Eq. 41). */
export function soilHeatFlux(
  capacity: number,
  previousC: number,
  currentC: number,
  days: number,
  depthM: number,
): number {
  return (capacity * (currentC - previousC) * depthM) / days;
}

/** Soil heat flux of a month, MJ/(m²·d), from the mean temperatures in °C of the months before and after (FAO-56 Eq. 43). */
export function soilHeatFluxOfMonth(previousC: number, nextC: number): number {
  return 0.07 * (nextC - previousC);
}

/** Soil heat flux of a month with an unknown following month, MJ/(m²·d) (FAO-56 Eq. 44). */
export function soilHeatFluxOfLastMonth(previousC: number, currentC: number): number {
  return 0.14 * (currentC - previousC);
}
