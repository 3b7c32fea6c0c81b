/** Salt tolerance of a crop: threshold of ECe in dS/m, loss of yield in % per dS/m above it (FAO-56 Table 23), Ky (Table 24). */
interface SaltTolerance {
  thresholdDsM: number;
  slopePct: number;
  ky: number;
}

/**
 * Salinity ECe of the soil's saturation extract, in the unit of the irrigation water, at a steady leaching fraction
 * (FAO-56 Eq. 93).
 */
export function soilSalinity(ecWater: number, leachingFraction: number): number {
  return ((1 + leachingFraction) / leachingFraction) * (ecWater / 5);
}

/**
 * Stress coefficient 0..1 of salinity alone, ECe in dS/m (FAO-56 Eq. 91); multiplied by that of water when both act
 * (Eq. 92).
 */
export function salinityStress(ecE: number, { thresholdDsM, slopePct, ky }: SaltTolerance): number {
  return Math.max(0, 1 - (slopePct / (ky * 100)) * Math.max(0, ecE - thresholdDsM));
}
