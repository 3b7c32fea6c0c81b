export type StageDays = readonly [initial: number, development: number, mid: number, late: number];

/** Coefficients at the three plateaus: single Kc (Table 12) or basal Kcb (Table 17). */
export interface KcPlateaus {
  ini: number;
  mid: number;
  end: number;
}

export type Stage = "initial" | "development" | "mid" | "late" | "after";

/** The stage of a day, with the planting day as 0; the day L_ini belongs to the initial stage (Eq. 66). */
export function stageAt(day: number, days: StageDays): Stage {
  const [initial, development, mid, late] = days;
  if (day <= initial) return "initial";
  if (day <= initial + development) return "development";
  if (day <= initial + development + mid) return "mid";
  return day <= initial + development + mid + late ? "late" : "after";
}

/**
 * Crop coefficient of a day (FAO-56 Eq. 66): flat, linear, flat, linear, then Kc end. `day` is the i of the equation;
 * the seasons of this engine count the planting day as 0, the paper's Example 28 as 1.
 */
export function kcAt(day: number, days: StageDays, kc: KcPlateaus): number {
  const [initial, development, mid, late] = days;
  switch (stageAt(day, days)) {
    case "initial":
      return kc.ini;
    case "development":
      return kc.ini + ((day - initial) / development) * (kc.mid - kc.ini);
    case "mid":
      return kc.mid;
    case "late":
      return kc.mid + ((day - initial - development - mid) / late) * (kc.end - kc.mid);
    case "after":
      return kc.end;
  }
}

interface GrowthCycle {
  days: StageDays;
  kc: KcPlateaus;
}

/**
 * Crop coefficient of a crop that is cut several times, such as alfalfa: each cutting cycle has its own curve, and the
 * last one's end value continues (FAO-56 chapter 6, "Frequent cutting", Figure 36). `day` as in `kcAt`, from the start
 * of the first cycle.
 */
export function kcThroughCuttings(day: number, cycles: readonly GrowthCycle[]): number {
  let inCycle = day;
  for (const [index, { days, kc }] of cycles.entries()) {
    const length = days.reduce((sum, part) => sum + part, 0);
    if (inCycle <= length || index === cycles.length - 1) return kcAt(inCycle, days, kc);
    inCycle -= length;
  }
  return Number.NaN;
}

/** Days after planting on which each stage ends (planting day 0). */
export function stageEnds([initial, development, mid, late]: StageDays): [number, number, number, number] {
  return [initial, initial + development, initial + development + mid, initial + development + mid + late];
}

/** Corners of the curve of Figure 34: level, rising, level, falling. */
export function curveCorners(days: StageDays, kc: KcPlateaus): { day: number; kc: number }[] {
  return [0, ...stageEnds(days)].map((day) => ({ day, kc: kcAt(day, days, kc) }));
}

/**
 * Plateaus of a single curve: the coefficients of the season's own stages (initial, mid-season and the end of the late
 * stage), else the crop's.
 */
export function singlePlateaus(
  crop: { kcIni: number; kcMid: number; kcEnd: number },
  own?: readonly { kc?: number | undefined }[] | null,
): KcPlateaus {
  const [initial, , mid, late] = own ?? [];
  return { ini: initial?.kc ?? crop.kcIni, mid: mid?.kc ?? crop.kcMid, end: late?.kc ?? crop.kcEnd };
}

/**
 * Development of the crop between initial and mid-season, 0 to 1 (FAO-56 chapter 8 and Annex 8: roots and height follow
 * Kcb). With equal plateaus, the days of the development stage count instead.
 */
export function developmentAt(day: number, days: StageDays, kc: KcPlateaus): number {
  if (kc.mid !== kc.ini) return (kcAt(day, days, kc) - kc.ini) / (kc.mid - kc.ini);
  const [initial, development] = days;
  if (day <= initial) return 0;
  return development > 0 ? Math.min(1, (day - initial) / development) : 1;
}
