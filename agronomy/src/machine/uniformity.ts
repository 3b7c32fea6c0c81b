/** One can of a uniformity test: its distance from the pivot point in m and the depth caught in mm. */
export interface Can {
  radiusM: number;
  depthMm: number;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Christiansen's coefficient CUC in %, of depths in mm that represent equal areas. */
export function christiansen(depths: readonly number[]): number {
  const mean = sum(depths) / depths.length;
  return 100 * (1 - sum(depths.map((depth) => Math.abs(depth - mean))) / (depths.length * mean));
}

/** Heermann and Hein's coefficient CUH in %: each can of a pivot represents its ring, so it is weighted by its radius. */
export function heermannHein(cans: readonly Can[]): number {
  const water = sum(cans.map(({ radiusM, depthMm }) => radiusM * depthMm));
  const mean = water / sum(cans.map(({ radiusM }) => radiusM));
  return 100 * (1 - sum(cans.map(({ radiusM, depthMm }) => radiusM * Math.abs(depthMm - mean))) / water);
}

/** Distribution uniformity CUD in %: the mean of the driest quarter of the cans over the mean of all. */
export function distributionUniformity(depths: readonly number[]): number {
  const quarter = [...depths].sort((a, b) => a - b).slice(0, Math.max(1, Math.round(depths.length / 4)));
  return (100 * (sum(quarter) / quarter.length)) / (sum(depths) / depths.length);
}

/**
 * Mean of the quarter of the area that gets least over the mean of all, %: the low-quarter uniformity of Merriam & Keller
 * (1978), with each can of a pivot weighted by its radius, as in CUH. The last can counts by the part that fills the quarter.
 */
export function driestQuarter(cans: readonly Can[]): number {
  const area = sum(cans.map(({ radiusM }) => radiusM));
  const mean = sum(cans.map(({ radiusM, depthMm }) => radiusM * depthMm)) / area;
  let left = area / 4;
  let water = 0;
  for (const { radiusM, depthMm } of [...cans].sort((one, other) => one.depthMm - other.depthMm)) {
    const part = Math.min(left, radiusM);
    water += part * depthMm;
    left -= part;
  }
  return (100 * water) / (area / 4) / mean;
}

/** Low-quarter uniformity in % that belongs to a CUC in %, for normally spread depths (Keller & Bliesner 1990, ch. 6). */
export function driestQuarterOf(cucPct: number): number {
  return 100 - 1.59 * (100 - cucPct);
}

/** Common classes of a coefficient in %: 90 and above very good, 85 good, 80 fair, below poor. */
export function uniformityClass(coefficientPct: number): "veryGood" | "good" | "fair" | "poor" {
  if (coefficientPct >= 90) return "veryGood";
  if (coefficientPct >= 85) return "good";
  return coefficientPct >= 80 ? "fair" : "poor";
}
