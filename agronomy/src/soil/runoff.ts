import type { EvaporationLayer } from "./evaporation.ts";

/**
 * Curve number for the wetness of the surface: CN2, or between the dry and the wet number by the depth evaporated in mm
 * (ASCE Manual 70, 2016, Eq. 14-14 to 14-20). Without an evaporation layer (single Kc) the mean condition applies.
 */
export function curveNumber(cn2: number, de?: number, layer?: EvaporationLayer): number {
  if (de === undefined || layer === undefined) return cn2;
  const dry = cn2 / (2.281 - 0.01281 * cn2);
  const wet = cn2 / (0.427 + 0.00573 * cn2);
  const wetLimit = 0.5 * layer.rew;
  const dryLimit = 0.7 * layer.rew + 0.3 * layer.tew;
  if (de <= wetLimit) return wet;
  if (de >= dryLimit) return dry;
  return ((de - wetLimit) * dry + (dryLimit - de) * wet) / (dryLimit - wetLimit);
}

/** Surface runoff in mm of a day's rain in mm by the curve number (ASCE Manual 70, 2016, Eq. 14-12 and 14-13). */
export function runoff(rain: number, number: number): number {
  const storage = 250 * (100 / number - 1);
  if (rain <= 0.2 * storage) return 0;
  return Math.min(rain, (rain - 0.2 * storage) ** 2 / (rain + 0.8 * storage));
}
