import type { KcPlateaus, Stage, StageDays } from "../crop/kc-curve.ts";
import type { ClimateRules, SeenClimate } from "../crop/kc-season.ts";
import type { RootDepths } from "../crop/root-growth.ts";
import type { EvaporationLayer } from "../soil/evaporation.ts";
import type { SoilLayer } from "../soil/soil-water.ts";

/** What dual Kc (FAO-56 chapter 7) needs beside the curve. */
export interface DualSettings {
  layer: EvaporationLayer;
  /** Crop height at planting and fully grown, m. */
  height: RootDepths;
}

/** Everything of a season that does not change from day to day. */
export interface SeasonSettings {
  /** Lengths of the stages, in days or, with `thermal`, in degree days (°C·d). */
  days: StageDays;
  /** Present: the curve advances by the degrees of each day; `usual` where a day's are unknown, °C·d per day. */
  thermal?: { usual: number };
  /** Present: the coefficients follow the season's own weather. */
  climate?: ClimateRules;
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
  /**
   * When rain and irrigation arrive in the day's arithmetic. "dusk" (default): Ks and Kr see the depletion as it was last
   * evening, and only what the day's ET leaves percolates (Eq. 88, the reference seasons). "dawn": water arrives first and
   * drains before ET, as in Examples 35 and 38 of FAO-56.
   */
  wetting?: "dusk" | "dawn";
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
  /** Wind at 2 m in m/s and minimum relative humidity in % (Eq. 62, 65; dual, Eq. 72). */
  u2?: number;
  rhMin?: number;
  /** A depletion set by hand at the end of the day (a probe or a user knows better). */
  adjustedDr?: number;
  /** Degrees that the day adds to the curve, °C·d (`thermal`). */
  degreeDays?: number;
}

/** What a day hands to the next. */
export interface BalanceState {
  /** Position on the curve of the next day to be computed: days since planting, or degree days (`thermal`). */
  day: number;
  /** Depletion and depth evaporated, mm; roots and height, m; wetted fraction. */
  dr: number;
  de: number;
  rootM: number;
  heightM: number;
  fw: number;
  /** What the coefficients have seen of the weather (`climate`). */
  seen?: SeenClimate;
}

/** One day of the balance; depths in mm, the root in cm. */
export interface BalanceRow {
  /** Position on the curve: days since planting, or degree days. */
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
