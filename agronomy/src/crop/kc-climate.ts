/** Below this tabulated coefficient, mid-season and end values are not adjusted (FAO-56 Eq. 65 and 70). */
export const MIN_ADJUSTED_KC = 0.45;

const limit = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/**
 * The climate's addition to a coefficient (the bracket of FAO-56 Eq. 62, 65, 70 and 72): wind at 2 m in m/s (limited to
 * 1..6), minimum relative humidity in % (20..80), crop height in m.
 */
export function climateTerm(u2: number, rhMin: number, heightM: number): number {
  return (0.04 * (limit(u2, 1, 6) - 2) - 0.004 * (limit(rhMin, 20, 80) - 45)) * (heightM / 3) ** 0.3;
}

/**
 * Mid-season Kc (FAO-56 Eq. 62) or Kcb mid and end (Eq. 65, 70), adjusted to the climate; below 0.45 it remains as
 * tabulated.
 */
export function climateAdjustedKc(tabulated: number, u2: number, rhMin: number, heightM: number): number {
  return tabulated < MIN_ADJUSTED_KC ? tabulated : tabulated + climateTerm(u2, rhMin, heightM);
}

/** Ratio of the alfalfa to the grass reference for a climate (FAO-56 Eq. 68, with Kc 1.2 and the height 0.5 m of alfalfa). */
export function alfalfaToGrassRatio(u2: number, rhMin: number): number {
  return 1.2 + climateTerm(u2, rhMin, 0.5);
}

/** Upper limit Kc max of evaporation and transpiration (FAO-56 Eq. 72); over an alfalfa reference it is at least 1. */
export function kcMax(
  kcb: number,
  u2: number,
  rhMin: number,
  heightM: number,
  surface: "grass" | "alfalfa" = "grass",
): number {
  const ceiling = surface === "alfalfa" ? 1 : 1.2 + climateTerm(u2, rhMin, heightM);
  return Math.max(ceiling, kcb + 0.05);
}
