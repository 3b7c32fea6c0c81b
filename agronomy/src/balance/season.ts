import type { KcPlateaus, Stage, StageDays } from "../crop/kc-curve.ts";
import type { ClimateRules, SeenClimate } from "../crop/kc-season.ts";
import type { SeenCanopy } from "../crop/observed-canopy.ts";
import type { RootDepths } from "../crop/root-growth.ts";
import type { EvaporationLayer } from "../soil/evaporation.ts";
import type { SoilLayer } from "../soil/soil-water.ts";
import type { Subsoil } from "./subsoil.ts";

/** Inputs of dual Kc (FAO-56 chapter 7) beside the curve. */
export interface DualSettings {
  layer: EvaporationLayer;
  /** Crop height at planting and fully grown, m. */
  height: RootDepths;
}

export interface SeasonSettings {
  /** Lengths of the stages, in days or, with `thermal`, in degree days (°C·d). */
  days: StageDays;
  /** Present: the curve advances by the degrees of each day; `usual` applies to days with unknown degrees, °C·d per day. */
  thermal?: { usual: number };
  /** Present: the coefficients are adapted to the season's own weather. */
  climate?: ClimateRules;
  /** Kc (single) or Kcb (dual). */
  kc: KcPlateaus;
  roots: RootDepths;
  /** Height of the grown crop, m: only a cover that was seen needs it; 1 m by default. */
  heightM?: number;
  p: number;
  pConstant?: boolean;
  soil: readonly SoilLayer[];
  /** Present: dual Kc. Absent: single Kc. */
  dual?: DualSettings;
  surface?: "grass" | "alfalfa";
  /**
   * When rain and irrigation arrive in the day's computation. "dusk" (default): Ks and Kr use last evening's depletion,
   * and only water that remains after the day's ET percolates (Eq. 88, the reference seasons). "dawn": water arrives
   * first and drains before ET, as in Examples 35 and 38 of FAO-56.
   */
  wetting?: "dusk" | "dawn";
  /** Curve number CN2, when runoff is computed from rain. */
  curveNumber2?: number;
}

export interface DayInput {
  eto: number;
  /** Effective rain, before runoff. */
  rain: number;
  /** Net irrigation, the depth that infiltrates. */
  irrigation: number;
  runoff?: number;
  capillaryRise?: number;
  /** Fraction of the surface wetted, when this day's irrigation or record gives one (dual, FAO-56 Table 20). */
  fw?: number;
  /** Wind at 2 m in m/s and minimum relative humidity in % (Eq. 62, 65; dual, Eq. 72). */
  u2?: number;
  rhMin?: number;
  /** A depletion set by hand at the end of the day, by a probe or a user. */
  adjustedDr?: number;
  /** Cover of the ground by green leaves that was seen on this day, 0 to 1. */
  cover?: number;
  /** Degrees that the day adds to the curve, °C·d (`thermal`). */
  degreeDays?: number;
}

export interface BalanceState {
  /** Position on the curve of the next day to be computed: days since planting, or degree days (`thermal`). */
  day: number;
  /** Depletion and depth evaporated, mm; roots and height, m; wetted fraction. */
  dr: number;
  de: number;
  rootM: number;
  heightM: number;
  fw: number;
  /** The soil below the roots; absent: at field capacity. */
  subsoil?: Subsoil;
  /** Sums of the season's own weather (`climate`). */
  seen?: SeenClimate;
  /** The last cover that was seen, while it still counts. */
  canopy?: SeenCanopy;
}

/** One day of the balance; depths in mm, the root in cm. */
export interface BalanceRow {
  /** Position on the curve: days since planting, or degree days. */
  day: number;
  stage: Stage;
  /** Kc, or Kcb + Ke (Eq. 69). */
  kc: number;
  kcb: number;
  /** Part of Kc or Kcb by a cover that was seen, beside the curve. */
  canopyKc: number;
  ke: number;
  de: number;
  fw: number;
  rootCm: number;
  eto: number;
  etc: number;
  /** Actual evapotranspiration; `etcAdj + unmet` is Ks·Kcb·ETo + Ke·ETo (Eq. 80, 81). */
  etcAdj: number;
  /** Demand of the equations beyond the wilting point, cut off by Dr ≤ TAW (Eq. 86). */
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
  /** Depletion that the roots took over with the soil into which they grew. */
  rootsDr: number;
  /** Water that left the root zone and stays above the season's greatest root depth. */
  toSubsoil: number;
  /** Percolation below that depth. */
  dp: number;
  /** Available water, and depletion, of the soil between the roots and their greatest depth. */
  subsoilTaw: number;
  subsoilDr: number;
  storagePct: number;
  /** Depletion added by hand at the end of the day, or the correction of a start below the wilting point. */
  adjustment: number;
}
