/** Depth of the roots at planting and when fully grown, m. */
export interface RootDepths {
  ini: number;
  max: number;
}

/**
 * Root depth in m of a crop developed by `development` (0 to 1, from `developmentAt`), never less than the day before's
 * (FAO-56 Annex 8, Eq. 8-1: Zr grows with Kcb between initial and mid-season).
 */
export function rootDepth(roots: RootDepths, development: number, yesterdayM = 0): number {
  return Math.max(yesterdayM, roots.ini + (roots.max - roots.ini) * development);
}

/** Crop height in m, which grows in the same way (FAO-56 chapter 7). */
export function cropHeight(heights: RootDepths, development: number, yesterdayM = 0): number {
  return Math.max(yesterdayM, MIN_HEIGHT_M, heights.ini + (heights.max - heights.ini) * development);
}

/** A minimum height, because Eq. 72 raises it to a power. */
const MIN_HEIGHT_M = 0.001;
