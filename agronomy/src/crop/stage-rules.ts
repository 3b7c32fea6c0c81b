import type { StageDays } from "./kc-curve.ts";

/** Rules of a crop's stages; each is a default that the crop can change (†). */
export interface StageRules {
  /** Part of the readily available water, %, at which irrigation starts in each of the four stages. */
  allowedPct: readonly [initial: number, development: number, mid: number, late: number];
  /** Part of the available water, %, that may be used up at maturity. */
  maturityPct: number;
  /** Net depth in mm of an irrigation before emergence: small and frequent, so that the seedbed stays moist and does not crust. */
  emergenceMm: number;
}

/**
 * Without other rules: all of the readily available water in every stage (FAO-56 chapter 8), and at maturity the upper end of the 60 to
 * 70 % of the available water that the University of Minnesota Extension allows (Sharma 2020, Predicting the last irrigation for corn and
 * soybeans). The 10 mm before emergence are a starting value without a source.
 */
export const DEFAULT_STAGE_RULES: StageRules = {
  allowedPct: [100, 100, 100, 100],
  maturityPct: 70,
  emergenceMm: 10,
};

/** Days from planting to emergence without a recorded emergence; a starting value without a source. */
export const EMERGENCE_DAYS = 7;

interface StageState {
  /** Position on the curve, in the unit of `days`: days after planting, or degree days. */
  day: number;
  days: StageDays;
  isEmerged: boolean;
  dr: number;
  taw: number;
  /** Unstressed use in mm until the end of the curve, or until an earlier harvest, without rain. */
  remainingEtc: number;
  /** Whether that end is a harvest with a known day. */
  isHarvestKnown?: boolean;
  /** It lives on after its curve. */
  isPerennial?: boolean;
}

/** A crop whose roots do not grow lives for years: it neither emerges nor ripens. */
export const isPerennial = ({ rootIniCm, rootMaxCm }: { rootIniCm: number; rootMaxCm: number }) =>
  rootIniCm >= rootMaxCm;

export interface StageAdvice {
  /** Past the curve: the harvest is not recorded yet. */
  isHarvestPending: boolean;
  /** Past the curve the crop uses no more water. A perennial does. */
  isOver: boolean;
  /** Part of the readily available water at which to irrigate, 0 to 1. */
  trigger: number;
  /** Maximum useful net depth, mm, and the rule that sets it; infinite without such a rule. */
  mostNetMm: number;
  limit: "emergence" | "maturity" | "harvest" | null;
}

/** Applies the stage rules: water that the crop cannot use before maturity is lost. Depths in mm. */
export function stageAdvice(rules: StageRules, state: StageState): StageAdvice {
  const { day, days, dr, taw } = state;
  const end = days.reduce((sum, part) => sum + part, 0);
  const stage = stageIndex(day, days);
  const isHarvestPending = day >= end;
  const isOver = isHarvestPending && state.isPerennial !== true;
  const common = { isHarvestPending, isOver, trigger: (rules.allowedPct[stage] ?? 100) / 100 };
  if (!state.isEmerged) return { ...common, mostNetMm: rules.emergenceMm, limit: "emergence" };
  const held = Math.max(0, (rules.maturityPct / 100) * taw - dr);
  const useful = Math.max(0, state.remainingEtc - held);
  // Far from maturity the remaining use exceeds any irrigation.
  return useful < dr
    ? { ...common, mostNetMm: useful, limit: state.isHarvestKnown ? "harvest" : "maturity" }
    : { ...common, mostNetMm: Number.POSITIVE_INFINITY, limit: null };
}

/** The stage of a day, 0 to 3; a day past the curve belongs to the last one. `day` as in `kcAt`. */
export function stageIndex(day: number, days: StageDays): number {
  let end = 0;
  const index = days.findIndex((part) => {
    end += part;
    return day <= end;
  });
  return index < 0 ? days.length - 1 : index;
}
