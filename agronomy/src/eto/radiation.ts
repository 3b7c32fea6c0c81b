/** Stefan–Boltzmann constant per day, MJ/(K⁴·m²·d) (FAO-56 Eq. 39). */
const STEFAN_BOLTZMANN_DAY = 4.903e-9;

/** Albedo of the grass reference crop (FAO-56 Eq. 38). */
const GRASS_ALBEDO = 0.23;

/** Ångström constants without a calibration (FAO-56 Eq. 35). */
export const ANGSTROM_A = 0.25;
export const ANGSTROM_B = 0.5;

/** Adjustment k_Rs in 1/√°C of the temperature-difference formula (FAO-56 Eq. 50). */
export const KRS = { interior: 0.16, coastal: 0.19 } as const;

/** °C to K as rounded in the paper (FAO-56 Eq. 39). */
const KELVIN = 273.16;

/** Solar radiation Rs from sunshine: n of N hours, Ra in MJ/(m²·d); same unit as Ra (FAO-56 Eq. 35). */
export function solarRadiationFromSunshine(
  ra: number,
  n: number,
  daylight: number,
  a = ANGSTROM_A,
  b = ANGSTROM_B,
): number {
  return daylight > 0 ? (a + b * (n / daylight)) * ra : 0;
}

/** Solar radiation Rs from the day's temperature range in °C, never above clear sky `rso` (FAO-56 Eq. 50). */
export function solarRadiationFromTemperature(
  ra: number,
  tMaxC: number,
  tMinC: number,
  krs: number = KRS.interior,
  rso = Number.POSITIVE_INFINITY,
): number {
  return Math.min(rso, krs * Math.sqrt(Math.max(0, tMaxC - tMinC)) * ra);
}

/** Clear-sky radiation Rso in the unit of Ra at an altitude in m (FAO-56 Eq. 37). */
export function clearSkyRadiation(ra: number, altitudeM: number): number {
  return (0.75 + 2e-5 * altitudeM) * ra;
}

/** Net shortwave radiation Rns in the unit of Rs (FAO-56 Eq. 38). */
export function netShortwave(rs: number, albedo = GRASS_ALBEDO): number {
  return (1 - albedo) * rs;
}

/** Black-body radiation σT⁴ of a day in MJ/(m²·d) at a temperature in °C (a term of FAO-56 Eq. 39). */
export function blackBodyRadiation(temperatureC: number, sigma = STEFAN_BOLTZMANN_DAY): number {
  return sigma * (temperatureC + KELVIN) ** 4;
}

/**
 * Net longwave radiation Rnl of a day, MJ/(m²·d), outgoing positive (FAO-56 Eq. 39): extremes in °C, ea in kPa, Rs/Rso in 0..1.
 * The caller limits the ratio, because FAO-56 and ASCE 2005 limit it differently.
 */
export function netLongwave(tMaxC: number, tMinC: number, ea: number, rsRatio: number): number {
  const emitted = (blackBodyRadiation(tMaxC) + blackBodyRadiation(tMinC)) / 2;
  return emitted * (0.34 - 0.14 * Math.sqrt(ea)) * (1.35 * rsRatio - 0.35);
}

/** Rs/Rso limited to at most 1 as in FAO-56 Eq. 39; 1 in a polar night, where both are 0. */
export function relativeShortwave(rs: number, rso: number): number {
  return rso > 0 ? Math.min(1, rs / rso) : 1;
}

/** Margin above clear sky, because the formula is accurate to some percent (FAO-56 Annex 5; Eq. 37). */
const CLEAR_SKY_MARGIN = 1.1;

/** Whether the radiation of a day is impossible: above that of a clear sky, both in MJ/(m²·d). */
export const exceedsClearSky = (rs: number, rso: number): boolean => rs > CLEAR_SKY_MARGIN * rso;
