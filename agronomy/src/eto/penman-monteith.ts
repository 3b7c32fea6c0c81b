import { toWaterDepth } from "./atmosphere.ts";

interface ReferenceSurface {
  cn: number;
  cd: number;
}

/** Grass of 0.12 m, daily step (FAO-56 Eq. 6; ASCE 2005 "short"). */
export const GRASS_DAY: ReferenceSurface = { cn: 900, cd: 0.34 };

/** Alfalfa of 0.50 m, daily step (ASCE 2005 Table 1, "tall"); not in FAO-56. */
export const ALFALFA_DAY: ReferenceSurface = { cn: 1600, cd: 0.38 };

interface PenmanMonteithTerms {
  /** Slope of the vapour pressure curve, kPa/°C. */
  delta: number;
  /** Psychrometric constant, kPa/°C. */
  gamma: number;
  /** Net radiation and soil heat flux, MJ/m² per step. */
  rn: number;
  g: number;
  /** Mean air temperature, °C. */
  t: number;
  /** Wind speed at 2 m, m/s. */
  u2: number;
  /** Saturation and actual vapour pressure, kPa. */
  es: number;
  ea: number;
}

interface PenmanMonteithResult {
  /** Reference evapotranspiration, mm per step. */
  eto: number;
  /** Its parts by radiation and by wind and dryness, mm per step. */
  radiationTerm: number;
  aerodynamicTerm: number;
}

/** Reference evapotranspiration of one step by Penman–Monteith (FAO-56 Eq. 6 for a day, Eq. 53 for an hour). */
export function penmanMonteith(
  terms: PenmanMonteithTerms,
  surface: ReferenceSurface = GRASS_DAY,
): PenmanMonteithResult {
  const { delta, gamma, rn, g, t, u2, es, ea } = terms;
  const denominator = delta + gamma * (1 + surface.cd * u2);
  const radiationTerm = (toWaterDepth(delta) * (rn - g)) / denominator;
  const aerodynamicTerm = (gamma * (surface.cn / (t + 273)) * u2 * (es - ea)) / denominator;
  return { eto: radiationTerm + aerodynamicTerm, radiationTerm, aerodynamicTerm };
}

/** Reference evapotranspiration in mm/d by Hargreaves from temperatures in °C and Ra in MJ/(m²·d) (FAO-56 Eq. 52). */
export function hargreaves(tMaxC: number, tMinC: number, ra: number, tMeanC = (tMaxC + tMinC) / 2): number {
  return Math.max(0, 0.0023 * (tMeanC + 17.8) * Math.sqrt(Math.max(0, tMaxC - tMinC)) * toWaterDepth(ra));
}
