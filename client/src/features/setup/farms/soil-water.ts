import type { SoilLayer } from "@lamina/shared/farm";

const MM_PER_CM = 10;

/** Water between field capacity and wilting point down to a depth, in mm (FAO-56, Eq. 82 by layers); the last layer goes on below. */
export function availableWaterMm(layers: readonly SoilLayer[], depthCm: number): number {
  let top = 0;
  let water = 0;
  for (const [index, { depthCm: bottom, fcPct, wpPct }] of layers.entries()) {
    const end = index === layers.length - 1 ? depthCm : Math.min(bottom, depthCm);
    water += ((fcPct - wpPct) / 100) * Math.max(0, end - top) * MM_PER_CM;
    top = Math.max(top, end);
  }
  return water;
}
