/**
 * Kc of the initial stage between the light (Figure 29) and the heavy (Figure 30) wetting values, for a mean infiltration
 * depth in mm; 10 and 40 mm are the depths of the two figures (FAO-56 Eq. 59).
 */
export function kcIniBetweenWettings(light: number, heavy: number, infiltrationMm: number): number {
  const share = Math.min(1, Math.max(0, (infiltrationMm - 10) / (40 - 10)));
  return light + share * (heavy - light);
}

/** Kc ini where only the fraction fw of the surface is wetted (FAO-56 Eq. 60). */
export function kcIniPartlyWetted(kcIni: number, fw: number): number {
  return fw * kcIni;
}

/** Depth in mm over the wetted part of the surface, from the depth over the whole field (FAO-56 Eq. 61). */
export function wettedDepth(fieldDepthMm: number, fw: number): number {
  return fieldDepthMm / fw;
}

/** A bare drying soil that is wetted at intervals: what the time-averaged Kc ini needs (FAO-56 Annex 7). */
export interface WettingRegime {
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

/** Time-averaged Kc of the initial stage, at most 1.15 (FAO-56 Annex 7, Eq. 7-1 to 7-4). */
export function kcIniTimeAveraged({ intervalDays, wettingMm, eto, rew, tew }: WettingRegime): number {
  const potential = BARE_SOIL_POTENTIAL * eto;
  const total = Math.min(tew, wettingMm);
  const ready = rew * Math.min(total / tew, 1);
  const stageOneDays = ready / potential;
  if (intervalDays <= stageOneDays) return BARE_SOIL_POTENTIAL;
  const rest = total - ready;
  const drying =
    rest > 0 ? rest * Math.exp((-(intervalDays - stageOneDays) * potential * (1 + ready / rest)) / total) : 0;
  return Math.min(BARE_SOIL_POTENTIAL, (total - drying) / (intervalDays * eto));
}
