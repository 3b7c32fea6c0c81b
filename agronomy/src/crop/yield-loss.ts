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
