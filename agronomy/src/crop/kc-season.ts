import { climateAdjustedKc } from "./kc-climate.ts";
import { type KcPlateaus, type StageDays, stageAt } from "./kc-curve.ts";
import { kcIniBetweenWettings, kcIniFigure29, kcIniFigure30 } from "./kc-initial.ts";

export interface StageClimate {
  u2: number;
  rhMin: number;
}

/** Rules that adapt the tabulated coefficients of a season to its own weather. */
export interface ClimateRules {
  /** Lengths of the stages in days, as expected in advance. */
  expectedDays: StageDays;
  /** Height of the grown crop, m, and the usual climate of its mid-season and late stages. */
  grown?: { heightM: number; mid: StageClimate; late: StageClimate };
  /** Present when the ground is bare at first: Kc ini depends on its wettings and is never below `leastKc`. */
  wetting?: {
    leastKc: number;
    texture: "coarse" | "fine";
    /** Usual rain; absent without known normals. */
    rain?: { intervalDays: number; depthMm: number };
  };
}

/** Sums over the past days of a stage. JSON: each day passes them to the next. */
export interface SeenClimate {
  mid: { days: number; u2: number; rhMin: number };
  late: { days: number; u2: number; rhMin: number };
  initial: { days: number; eto: number; wettings: number; depthMm: number };
}

export const NOTHING_SEEN: SeenClimate = {
  mid: { days: 0, u2: 0, rhMin: 0 },
  late: { days: 0, u2: 0, rhMin: 0 },
  initial: { days: 0, eto: 0, wettings: 0, depthMm: 0 },
};

/** A smaller depth does not count as a wetting, mm. */
const MIN_WETTING_MM = 1;

/** A day of weather for the coefficients; depths in mm. `wettedPart`: part of the surface that irrigation wets. */
interface ClimateDay {
  u2?: number | undefined;
  rhMin?: number | undefined;
  eto: number;
  rain: number;
  irrigation: number;
  wettedPart?: number | undefined;
}

/** The sums after a day at a position on the curve. */
export function seeDay(seen: SeenClimate, position: number, lengths: StageDays, day: ClimateDay): SeenClimate {
  const stage = stageAt(position, lengths);
  if (stage === "initial") {
    const { initial } = seen;
    const isRain = day.rain >= MIN_WETTING_MM;
    const isWet = isRain || day.irrigation >= MIN_WETTING_MM;
    // Irrigation that wets a part of the surface counts for that part (Eq. 60).
    const weight = isRain ? 1 : (day.wettedPart ?? 1);
    return {
      ...seen,
      initial: {
        days: initial.days + 1,
        eto: initial.eto + day.eto,
        wettings: initial.wettings + (isWet ? weight : 0),
        depthMm: initial.depthMm + (isWet ? weight * (day.rain + day.irrigation) : 0),
      },
    };
  }
  if ((stage !== "mid" && stage !== "late") || day.u2 === undefined || day.rhMin === undefined) return seen;
  const own = seen[stage];
  return { ...seen, [stage]: { days: own.days + 1, u2: own.u2 + day.u2, rhMin: own.rhMin + day.rhMin } };
}

/**
 * The plateaus of a season at a position on its curve, adapted to its own weather up to now and to the usual weather of
 * the coming days: Kc ini by the interval and depth of wettings (FAO-56 Figures 29 and 30, Eq. 59), Kc mid and Kc end
 * by wind and humidity (Eq. 62, 65; Kcb: Eq. 70). A completed stage keeps the value of its own days.
 */
export function seasonPlateaus(
  tabulated: KcPlateaus,
  rules: ClimateRules,
  seen: SeenClimate,
  now: { position: number; lengths: StageDays; eto: number },
): KcPlateaus {
  const stage = stageAt(now.position, now.lengths);
  const isBeforeLate = stage === "initial" || stage === "development" || stage === "mid";
  const { grown, expectedDays } = rules;
  const adjusted = (kc: number, own: SeenClimate["mid"], usual: StageClimate, days: number, isOver: boolean) => {
    if (grown === undefined) return kc;
    const rest = isOver && own.days > 0 ? 0 : Math.max(own.days > 0 ? 0 : 1, days - own.days);
    const mean = (sum: number, normal: number) => (sum + rest * normal) / (own.days + rest);
    return climateAdjustedKc(kc, mean(own.u2, usual.u2), mean(own.rhMin, usual.rhMin), grown.heightM);
  };
  return {
    ini: initialKc(tabulated.ini, rules, seen, { isInitial: stage === "initial", eto: now.eto }),
    mid: grown ? adjusted(tabulated.mid, seen.mid, grown.mid, expectedDays[2], !isBeforeLate) : tabulated.mid,
    end: grown ? adjusted(tabulated.end, seen.late, grown.late, expectedDays[3], stage === "after") : tabulated.end,
  };
}

function initialKc(
  tabulated: number,
  { wetting, expectedDays }: ClimateRules,
  { initial }: SeenClimate,
  { isInitial, eto }: { isInitial: boolean; eto: number },
): number {
  if (wetting === undefined) return tabulated;
  const rest = isInitial ? Math.max(initial.days > 0 ? 0 : 1, expectedDays[0] - initial.days) : 0;
  const days = initial.days + rest;
  // Without data from planting on there are no wettings of the initial stage.
  if (days === 0) return tabulated;
  const toCome = wetting.rain ? rest / wetting.rain.intervalDays : 0;
  const wettings = initial.wettings + toCome;
  const depthMm = wettings > 0 ? (initial.depthMm + toCome * (wetting.rain?.depthMm ?? 0)) / wettings : 0;
  const meanEto = (initial.eto + rest * eto) / days;
  if (meanEto <= 0) return tabulated;
  // The seedbed is moist at planting, so the first interval begins there.
  const interval = days / Math.max(1, wettings);
  const light = kcIniFigure29(interval, meanEto);
  const heavy = kcIniFigure30(interval, meanEto, wetting.texture);
  return Math.max(wetting.leastKc, kcIniBetweenWettings(light, heavy, depthMm));
}
