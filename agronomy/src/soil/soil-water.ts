/** One layer of the soil: its lower edge in m, water content at field capacity and wilting point in m³/m³. */
export interface SoilLayer {
  depthM: number;
  fc: number;
  wp: number;
}

/** Correction of p per mm/d of ETc away from 5, and the limits of p (FAO-56 Table 22, note). */
const P_PER_MM = 0.04;
const P_LIMITS = { low: 0.1, high: 0.8 } as const;

/** A uniform soil, as a single layer. */
export function uniformSoil(fc: number, wp: number): SoilLayer[] {
  return [{ depthM: Number.POSITIVE_INFINITY, fc, wp }];
}

/** Converts the layers of records, in cm and % by volume, to m and m³/m³. */
export function layersFromPercent(layers: readonly { depthCm: number; fcPct: number; wpPct: number }[]): SoilLayer[] {
  return layers.map(({ depthCm, fcPct, wpPct }) => ({ depthM: depthCm / 100, fc: fcPct / 100, wp: wpPct / 100 }));
}

/** Σ thickness·value in mm down to a depth in m; the last layer continues below its lower edge. */
function integrate(
  layers: readonly SoilLayer[],
  depthM: number,
  value: (layer: SoilLayer, index: number) => number,
): number {
  let top = 0;
  let sum = 0;
  layers.forEach((layer, index) => {
    const isLast = index === layers.length - 1;
    const bottom = isLast ? depthM : Math.min(layer.depthM, depthM);
    if (bottom > top) {
      sum += 1000 * (bottom - top) * value(layer, index);
      top = bottom;
    }
  });
  return sum;
}

/** Total available water TAW (CAD) in mm down to the root depth in m (FAO-56 Eq. 82). */
export function totalAvailableWater(layers: readonly SoilLayer[], rootM: number): number {
  return integrate(layers, rootM, ({ fc, wp }) => fc - wp);
}

/** The depth in m down to which the soil below `fromM` holds `mm` of available water. */
export function depthHolding(layers: readonly SoilLayer[], fromM: number, mm: number): number {
  let top = fromM;
  let left = mm;
  for (const [index, { depthM, fc, wp }] of layers.entries()) {
    const isLast = index === layers.length - 1;
    const perM = 1000 * (fc - wp);
    const held = isLast ? Number.POSITIVE_INFINITY : Math.max(0, depthM - top) * perM;
    if (held >= left) return perM > 0 ? top + left / perM : top;
    left -= held;
    top = Math.max(top, depthM);
  }
  return top;
}

/** Total evaporable water TEW in mm of a surface layer of Ze m (FAO-56 Eq. 73). */
export function totalEvaporableWater(layers: readonly SoilLayer[], zeM: number): number {
  return integrate(layers, zeM, ({ fc, wp }) => fc - 0.5 * wp);
}

/** Depletion fraction p for the day's unstressed ETc in mm/d, 0.1 to 0.8 (FAO-56 Table 22, note). */
export function depletionFraction(tabulated: number, etc: number): number {
  return Math.min(P_LIMITS.high, Math.max(P_LIMITS.low, tabulated + P_PER_MM * (5 - etc)));
}

/** Readily available water RAW (AFD) in mm (FAO-56 Eq. 83). */
export function readilyAvailableWater(p: number, taw: number): number {
  return p * taw;
}

/** Water stress coefficient Ks, 0 to 1, from the depletion, TAW and RAW in mm (FAO-56 Eq. 84). */
export function stressCoefficient(dr: number, taw: number, raw: number): number {
  if (dr <= raw) return 1;
  return taw > raw ? Math.min(1, Math.max(0, (taw - dr) / (taw - raw))) : 0;
}

/** Depletion in mm of a profile with a water content θ in m³/m³, the same in all layers or one for each (FAO-56 Eq. 87). */
export function depletionAt(theta: number | readonly number[], layers: readonly SoilLayer[], rootM: number): number {
  const thetaOf = (index: number) => (typeof theta === "number" ? theta : (theta[index] ?? Number.NaN));
  return integrate(layers, rootM, ({ fc }, index) => fc - thetaOf(index));
}

/** Critical water content θc in % by volume, at which RAW is used up, from fc and wp in % and p. */
export function criticalMoisture(fcPct: number, wpPct: number, p: number): number {
  return fcPct - p * (fcPct - wpPct);
}

/** Yield response to water: relative yield 0..1 from actual and unstressed ET in mm and the factor Ky (FAO-56 Eq. 90). */
export function relativeYield(ky: number, eta: number, etc: number): number {
  return etc > 0 ? 1 - ky * (1 - eta / etc) : 1;
}
