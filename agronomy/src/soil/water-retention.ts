/** Tension at field capacity, kPa: Brazilian practice uses 10 kPa for well drained tropical soils. */
export const FIELD_CAPACITY_KPA = 10;
/** Tension at the wilting point, kPa (FAO-56 chapter 8). */
export const WILTING_POINT_KPA = 1500;

/**
 * Water content in % by volume at a soil water tension in kPa, by the power law of Campbell (1974), θ ∝ h^(−1/b),
 * through field capacity and wilting point in %. Limited to field capacity, because a tensiometer does not measure the
 * pores that drain.
 */
export function waterContentAt(tensionKpa: number, fcPct: number, wpPct: number): number {
  if (tensionKpa <= FIELD_CAPACITY_KPA) return fcPct;
  const inverseB = Math.log(fcPct / wpPct) / Math.log(WILTING_POINT_KPA / FIELD_CAPACITY_KPA);
  return fcPct * (tensionKpa / FIELD_CAPACITY_KPA) ** -inverseB;
}
