import {
  canopyCover,
  type EvaporationLayer,
  evaporationCoefficient,
  evaporationReduction,
  exposedWettedFraction,
  surfaceDepletion,
  wettedFraction,
} from "./evaporation.ts";
import { kcMax as upperKc } from "./kc-climate.ts";
import { developmentAt, type KcPlateaus, kcAt, type Stage, type StageDays, stageAt } from "./kc-curve.ts";
import { cropHeight, type RootDepths, rootDepth } from "./root-growth.ts";
import { curveNumber, runoff } from "./runoff.ts";
import {
  depletionFraction,
  readilyAvailableWater,
  type SoilLayer,
  stressCoefficient,
  totalAvailableWater,
} from "./soil-water.ts";

/** What dual Kc (FAO-56 chapter 7) needs beside the curve. */
export interface DualSettings {
  layer: EvaporationLayer;
  /** Crop height at planting and fully grown, m. */
  height: RootDepths;
}

/** Everything of a season that does not change from day to day. */
export interface SeasonSettings {
  days: StageDays;
  /** Kc (single) or Kcb (dual). */
  kc: KcPlateaus;
  roots: RootDepths;
  /** Tabulated depletion fraction (FAO-56 Table 22) and whether it follows ETc. */
  p: number;
  pConstant?: boolean;
  soil: readonly SoilLayer[];
  /** Present: dual Kc. Absent: single Kc. */
  dual?: DualSettings;
  surface?: "grass" | "alfalfa";
  /** Curve number CN2, where runoff is to be reckoned from rain. */
  curveNumber2?: number;
}

/** What one day brings, mm. */
export interface DayInput {
  eto: number;
  /** Effective rain, before runoff. */
  rain: number;
  /** Net irrigation: what infiltrates. */
  irrigation: number;
  runoff?: number;
  capillaryRise?: number;
  /** Fraction of the surface wetted, where this day's irrigation or record gives one (dual, FAO-56 Table 20). */
  fw?: number;
  /** Wind at 2 m in m/s and minimum relative humidity in % (dual, Eq. 72). */
  u2?: number;
  rhMin?: number;
  /** A depletion set by hand at the end of the day (a probe or a user knows better). */
  adjustedDr?: number;
}

/** What a day hands to the next. */
export interface BalanceState {
  /** Days since planting of the next day to be computed. */
  day: number;
  /** Depletion and depth evaporated, mm; roots and height, m; wetted fraction. */
  dr: number;
  de: number;
  rootM: number;
  heightM: number;
  fw: number;
}

/** One day of the balance; depths in mm, the root in cm. */
export interface BalanceRow {
  /** Days since planting. */
  day: number;
  stage: Stage;
  /** Kc, or Kcb + Ke (Eq. 69). */
  kc: number;
  kcb: number;
  ke: number;
  de: number;
  fw: number;
  rootCm: number;
  eto: number;
  etc: number;
  /** Evapotranspiration that took place; `etcAdj + unmet` is Ks·Kcb·ETo + Ke·ETo (Eq. 80, 81). */
  etcAdj: number;
  /** What the equations ask beyond the wilting point, cut off by Dr ≤ TAW (Eq. 86). */
  unmet: number;
  ks: number;
  rainEff: number;
  runoff: number;
  irrNet: number;
  capillaryRise: number;
  taw: number;
  p: number;
  raw: number;
  dr: number;
  dp: number;
  storagePct: number;
  /** Depletion added by hand at the end of the day; also what a start below the wilting point is cut back by. */
  adjustment: number;
}

/** Climate without correction in Eq. 72. */
const NEUTRAL_CLIMATE = { u2: 2, rhMin: 45 } as const;

/** State at the start of a season with a depletion in mm; a surface not known to be wet is dry (FAO-56 page 153). */
export function initialState(settings: SeasonSettings, dr: number, de = settings.dual?.layer.tew ?? 0): BalanceState {
  return { day: 0, dr, de, rootM: settings.roots.ini, heightM: settings.dual?.height.ini ?? 0, fw: 1 };
}

/**
 * One day of the water balance (FAO-56 Eq. 69–88). Order: coefficients, ETc, p, Ks from the depletion at the START of the
 * day, percolation, depletion at its end. New root zone arrives at field capacity. Always closes:
 * dr = yesterday's dr − rainEff + runoff − irrNet − capillaryRise + etcAdj + dp + adjustment.
 */
export function balanceDay(
  settings: SeasonSettings,
  state: BalanceState,
  input: DayInput,
): { row: BalanceRow; next: BalanceState } {
  const { days, kc: plateaus, dual } = settings;
  const { day } = state;
  const development = developmentAt(day, days, plateaus);
  const kcb = kcAt(day, days, plateaus);
  const rootM = rootDepth(settings.roots, development, state.rootM);
  const runoffMm = input.runoff ?? rainRunoff(settings, state.de, input.rain);
  const infiltrated = input.rain - runoffMm;

  const surface = dual
    ? surfaceDay(settings, dual, state, { ...input, rain: infiltrated }, development, kcb)
    : undefined;
  const ke = surface?.ke ?? 0;
  const kc = kcb + ke;
  const etc = kc * input.eto;

  const taw = totalAvailableWater(settings.soil, rootM);
  const p = settings.pConstant ? settings.p : depletionFraction(settings.p, etc);
  const raw = readilyAvailableWater(p, taw);
  const ks = stressCoefficient(state.dr, taw, raw);
  const demanded = (ks * kcb + ke) * input.eto;

  const dp = Math.max(infiltrated + input.irrigation - demanded - state.dr, 0);
  const beforeRise = state.dr - infiltrated - input.irrigation + demanded + dp;
  const capillaryRise = Math.min(input.capillaryRise ?? 0, Math.max(0, beforeRise));
  const uncut = beforeRise - capillaryRise;
  const unmet = Math.min(demanded, Math.max(0, uncut - taw));
  const dr = input.adjustedDr ?? Math.min(taw, Math.max(0, uncut));

  const row: BalanceRow = {
    day,
    stage: stageAt(day, days),
    kc,
    kcb,
    ke,
    de: surface?.de ?? 0,
    fw: surface?.fw ?? state.fw,
    rootCm: 100 * rootM,
    eto: input.eto,
    etc,
    etcAdj: demanded - unmet,
    unmet,
    ks,
    rainEff: input.rain,
    runoff: runoffMm,
    irrNet: input.irrigation,
    capillaryRise,
    taw,
    p,
    raw,
    dr,
    dp,
    storagePct: (100 * (taw - dr)) / taw,
    adjustment: dr - (uncut - unmet),
  };
  return { row, next: { day: day + 1, dr, de: row.de, rootM, heightM: surface?.heightM ?? state.heightM, fw: row.fw } };
}

/** A whole season, day after day from its initial state. */
export function runSeason(settings: SeasonSettings, start: BalanceState, inputs: readonly DayInput[]): BalanceRow[] {
  let state = start;
  return inputs.map((input) => {
    const { row, next } = balanceDay(settings, state, input);
    state = next;
    return row;
  });
}

function rainRunoff(settings: SeasonSettings, de: number, rain: number): number {
  if (settings.curveNumber2 === undefined) return 0;
  return runoff(rain, curveNumber(settings.curveNumber2, de, settings.dual?.layer));
}

/** Ke and the surface layer of a day (FAO-56 Eq. 71–79). */
function surfaceDay(
  settings: SeasonSettings,
  dual: DualSettings,
  state: BalanceState,
  input: DayInput,
  development: number,
  kcb: number,
) {
  const { u2 = NEUTRAL_CLIMATE.u2, rhMin = NEUTRAL_CLIMATE.rhMin } = input;
  const heightM = cropHeight(dual.height, development, state.heightM);
  const ceiling = upperKc(kcb, u2, rhMin, heightM, settings.surface);
  const cover = canopyCover(kcb, settings.kc.ini, ceiling, heightM);
  const fw = input.fw ?? wettedFraction(state.fw, input.rain, input.irrigation);
  const few = exposedWettedFraction(cover, fw);
  const kr = evaporationReduction(state.de, dual.layer);
  const ke = evaporationCoefficient(kr, ceiling, kcb, few);
  const { rain, irrigation, eto } = input;
  const de = surfaceDepletion({ de: state.de, rain, irrigation, fw, few, evaporation: ke * eto, tew: dual.layer.tew });
  return { ke, de, fw, heightM };
}
