interface PassConditions {
  /** Gross depth in mm of a revolution at 100 %, and the speed of the last tower at 100 % in m/h. */
  depth100Mm: number;
  speed100MH: number;
  /** Width in m that the sprinklers of the last span wet along the path of travel. */
  wettedWidthM: number;
  /** Basic intake rate of the soil, mm/h. */
  intakeMmH: number;
  /** Slope of the ground, %. */
  slopePct: number;
}

/** Water that a surface without furrows holds back, mm, up to a slope in % (Dillon, Hiler & Vittetoe 1972: 0.5, 0.3, 0.1, 0 in). */
const STORAGE: readonly (readonly [upToPct: number, mm: number])[] = [
  [1, 12.7],
  [3, 7.6],
  [5, 2.5],
];

/** Surface storage in mm of a slope in % (Dillon, Hiler & Vittetoe 1972, Trans. ASAE 15(5)). */
export function surfaceStorage(slopePct: number): number {
  return STORAGE.find(([upToPct]) => slopePct <= upToPct)?.[1] ?? 0;
}

/**
 * Peak application rate in mm/h under the last tower: 4/π · d · v / w for an elliptic pattern, with the depth d in mm, the speed v
 * in m/h and the wetted width w in m (Kincaid, Heermann & Kruse 1969, Trans. ASAE 12(6)). Depth and speed vary inversely, so the
 * peak is the same at every setting of the panel.
 */
export function peakApplicationRate(depthMm: number, speedMH: number, wettedWidthM: number): number {
  return ((4 / Math.PI) * depthMm * speedMH) / wettedWidthM;
}

/**
 * Share of a pass that arrives faster than the soil takes it in, 0 to 1: the part of an elliptic pattern with this peak
 * that is above a constant intake, both in mm/h. The basic rate is used from the first minute, because sealing by the
 * drops (King & Bjorneberg 2011, Trans. ASABE 54(2)) offsets the higher intake of a dry soil.
 */
export function excessShare(peakMmH: number, intakeMmH: number): number {
  if (peakMmH <= intakeMmH) return 0;
  const ratio = intakeMmH / peakMmH;
  const edge = Math.sqrt(1 - ratio ** 2);
  return (Math.asin(edge) - ratio * edge) / (Math.PI / 2);
}

/**
 * The greatest gross depth in mm of one pass without runoff: the excess over the intake fits in the surface storage.
 * Infinite when the soil takes in the sprinklers' peak rate.
 */
export function runoffFreeDepth(conditions: PassConditions): number {
  const peak = peakApplicationRate(conditions.depth100Mm, conditions.speed100MH, conditions.wettedWidthM);
  const excess = excessShare(peak, conditions.intakeMmH);
  return excess > 0 ? surfaceStorage(conditions.slopePct) / excess : Number.POSITIVE_INFINITY;
}

/** The same for fixed sprinklers: a constant rate in mm/h. */
export function standingRunoffFreeDepth(rateMmH: number, intakeMmH: number, slopePct: number): number {
  const excess = 1 - intakeMmH / rateMmH;
  return excess > 0 ? surfaceStorage(slopePct) / excess : Number.POSITIVE_INFINITY;
}
