import { type StageDays, stageEnds } from "./kc-curve.ts";
import { stageIndex } from "./stage-rules.ts";

/** Inputs of the cost of a lost millimetre of evapotranspiration. */
interface YieldValue {
  /** Yield response factor (FAO-33; FAO-56 Eq. 90). */
  ky: number;
  /** Yield without stress in kg/ha, and its price in R$/kg. */
  yieldKgHa: number;
  priceBrlKg: number;
  /** Unstressed evapotranspiration in mm of the period of Ky: the season or the stage. */
  etmMm: number;
}

/**
 * R$ per mm and ha of evapotranspiration lost: 1 − Ya/Ym = Ky (1 − ETa/ETm) (FAO-33; FAO-56 Eq. 90) gives Ky · Ym ·
 * price ÷ ETm. 0 without use.
 */
export function lossPerMm({ ky, yieldKgHa, priceBrlKg, etmMm }: YieldValue): number {
  return etmMm > 0 ? (ky * yieldKgHa * priceBrlKg) / etmMm : 0;
}

/**
 * The growth period of a day, and its Ky. FAO-33 gives Ky by growth period, with the ETm of that period. Neighbouring
 * stages of equal Ky are one period, because FAO-33's vegetative period is FAO-56's initial and development stages;
 * four equal values are the Ky of the season.
 * @param day and @param days as in `kcAt`
 * @returns the period from the end of the stage before it (0: planting) to the end of its last stage
 */
export function growthPeriod(
  day: number,
  days: StageDays,
  kyStages: readonly number[],
): { ky: number; from: number; to: number } {
  const ends = stageEnds(days);
  let [first, last] = [stageIndex(day, days), stageIndex(day, days)];
  const ky = kyStages[first] ?? 1;
  while (kyStages[first - 1] === ky) first -= 1;
  while (kyStages[last + 1] === ky) last += 1;
  return { ky, from: ends[first - 1] ?? 0, to: ends[last] ?? ends[3] };
}
