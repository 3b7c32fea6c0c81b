/**
 * Kc of the initial stage between the light (Figure 29) and the heavy (Figure 30) wetting values, for a mean infiltration
 * depth in mm; 10 and 40 mm are the depths of the two figures (FAO-56 Eq. 59).
 */
export function kcIniBetweenWettings(light: number, heavy: number, infiltrationMm: number): number {
  const share = Math.min(1, Math.max(0, (infiltrationMm - 10) / (40 - 10)));
  return light + share * (heavy - light);
}

/** Depth in mm over the wetted part of the surface, from the depth over the whole field (FAO-56 Eq. 61). */
export function wettedDepth(fieldDepthMm: number, fw: number): number {
  return fieldDepthMm / fw;
}

/** A bare drying soil that is wetted at intervals: the inputs of the time-averaged Kc ini (FAO-56 Annex 7). */
interface WettingRegime {
  /** Mean days between wettings. */
  intervalDays: number;
  /** Mean depth per wetting, mm. */
  wettingMm: number;
  /** Mean reference evapotranspiration of the stage, mm/d. */
  eto: number;
  /** Readily and totally evaporable water, mm (Eq. 73, Table 19). */
  rew: number;
  tew: number;
}

/** Potential evaporation from a wet bare soil, as a multiple of ETo (FAO-56 Annex 7, Eq. 7-1). */
const BARE_SOIL_POTENTIAL = 1.15;

/** Time-averaged Kc of the initial stage, at most 1.15 (FAO-56 Annex 7, Eq. 7-1 to 7-4, 7-9, 7-10). */
export function kcIniTimeAveraged({ intervalDays, wettingMm, eto, rew, tew }: WettingRegime): number {
  const total = Math.min(tew, wettingMm);
  return dryingAverage(intervalDays, eto, rew * (total / tew), total);
}

/** Kc ini of any soil wetted lightly, 3 to 10 mm at a time: Figure 29 of FAO-56, by the parameters of Annex 7. ETo in mm/d. */
export function kcIniFigure29(intervalDays: number, eto: number): number {
  return dryingAverage(intervalDays, eto, Math.min(7, Math.max(2.5, 6 / Math.sqrt(eto))), 10);
}

/** Kc ini of a soil wetted heavily, 40 mm or more at a time: Figure 30 a (coarse) and b (medium and fine) of FAO-56. ETo in mm/d. */
export function kcIniFigure30(intervalDays: number, eto: number, texture: "coarse" | "fine"): number {
  const [most, slope, ready] = texture === "coarse" ? ([15, 7, 6] as const) : ([28, 13, 9] as const);
  const tew = Math.min(most, slope * Math.sqrt(eto));
  return dryingAverage(intervalDays, eto, Math.min(ready, tew - 0.01), tew);
}

/** Eq. 7-3 and 7-4, with REW and TEW corrected for the depth of a wetting, mm. */
function dryingAverage(intervalDays: number, eto: number, rew: number, tew: number): number {
  const potential = BARE_SOIL_POTENTIAL * eto;
  const stageOneDays = rew / potential;
  if (intervalDays <= stageOneDays) return BARE_SOIL_POTENTIAL;
  const rest = tew - rew;
  const drying = rest > 0 ? rest * Math.exp((-(intervalDays - stageOneDays) * potential * (1 + rew / rest)) / tew) : 0;
  return Math.min(BARE_SOIL_POTENTIAL, (tew - drying) / (intervalDays * eto));
}
