import type { DryDay, OutlookDay } from "../balance/depletion-outlook.ts";
import type { SectorStatus } from "../balance/status.ts";
import type { StageAdvice } from "../crop/stage-rules.ts";
import type { Application, IrrigationMachine } from "../machine/application.ts";
import type { FarmClock, TariffWindow } from "./tariff.ts";
import type { RainWait } from "./waiting.ts";

/** Why there is no recommendation: the data that is missing, too old or contradicted. */
export interface Blocker {
  key: string;
  source?: string;
  /** When that data was last received, ISO instant. */
  at?: string;
}

/** One fact behind a recommendation. */
export interface Reason {
  key: string;
  value: number | string | null;
  unit: string;
  source?: string;
  at?: string;
}

/** The cost of water and of its lack on this sector. */
export interface Worth {
  /** R$ per mm and ha of lost evapotranspiration. */
  lossBrlMmHa: number;
  /** R$ per m³ of water drawn. */
  waterBrlM3: number;
  /** Absent where the season has no budget, or one that covers every need. */
  budget?: ScarceWater;
}

/** The worth of water under a budget that does not cover every need, R$ per net mm and ha. */
export interface ScarceWater {
  /** What the dearest need that goes without would save: the shadow price, with the energy and water that this need would pay. */
  brlMmHa: number;
  /** What the sector's own stage saves, by the same spread. */
  ownBrlMmHa: number;
}

export interface RecommendationInput {
  active: boolean;
  blockers: readonly Blocker[];
  /** The current state, mm: yesterday's depletion minus the water that came since. */
  dr: number;
  raw: number;
  taw: number;
  dp: number;
  /** From today on, if the forecast rain falls. */
  outlook: readonly OutlookDay[];
  /** The same days if no rain falls; with the same use by default, as with a single Kc. */
  dryDays?: readonly DryDay[];
  /** Use for the look-ahead of the yellow rule, mm/d; that of today without rain by default. */
  expectedEtc?: number;
  /** Days until the sector needs water if no rain falls, by a projection of the balance; null beyond it. From the outlook by default. */
  daysUntilNeed?: number | null;
  machine: IrrigationMachine;
  /** Part of the recorded Ea that wind and heat leave in each hour of the farm's clock, from minute 0 on; all of it by default. */
  efficiencyParts?: readonly (number | undefined)[];
  tariff: readonly TariffWindow[];
  clock: FarmClock;
  /** Minute of the day at which a wait ends, because it is decided again; that of the clock by default. */
  decisionMinute?: number;
  waitDays?: number;
  stage?: StageAdvice;
  worth?: Worth;
  /**
   * The previous status, when no water arrived since: it improves only across this margin (hysteresis), % of the
   * readily available water.
   */
  held?: { status: SectorStatus; marginPct: number };
  /** Use of the season's peak stage, mm/d. */
  peakEtc?: number;
  /** The setting of a run that is shared with other sectors; replaces the sector's own. */
  setting?: { percent: number; passes: number };
}

/** The days of an input if no rain falls. */
export function dryDaysOf({ outlook, dryDays }: Pick<RecommendationInput, "outlook" | "dryDays">): readonly DryDay[] {
  return dryDays ?? outlook.map(({ etc }) => ({ etc }));
}

/** irrigate: today · wait: not yet, or for the forecast rain · none: nothing in sight · nodata: blocked. */
type RecommendedAction = "irrigate" | "wait" | "none" | "nodata";

/**
 * The rule that gives an answer. `need` irrigates. A wait is for rain, until the lightest pass does not drain, because
 * the room for rain leaves too little to start, until the need is worth a start, because the season's budget is worth
 * more elsewhere, or until a later need. Nothing is given
 * when the soil has enough until the end of the outlook, by the stage, the panel or the season, or without data.
 */
type AnswerRule =
  | "need"
  | "rain"
  | "drains"
  | "roomForRain"
  | "leastDepth"
  | "budget"
  | "later"
  | "enough"
  | "limit-emergence"
  | "limit-maturity"
  | "limit-harvest"
  | "panelLimit"
  | "noHours"
  | "tooSlow"
  | "harvestPending"
  | "fallow"
  | "blocked";

export interface Recommendation extends Omit<Application, "hours" | "limitedBy"> {
  action: RecommendedAction;
  /** The rule that gives this answer. */
  rule: AnswerRule;
  status: SectorStatus;
  /** Hours of all passes over the whole circle (TV), and of the sector's share of them. */
  hoursRev: number;
  hoursTotal: number;
  /** Of the sector's share: the part within the next 24 h, and the rest. */
  hoursToday: number;
  hoursLeft: number;
  volumeM3: number;
  energyKwh: number;
  /** R$ of energy and water: total, and within the next 24 h. */
  costBrl: number | null;
  costTodayBrl: number | null;
  startAt: string | null;
  endAt: string | null;
  /** Hours without water between start and end. */
  pauses: { from: string; to: string }[];
  hoursToCritical: number;
  /**
   * Whole days from today until a wait ends, or until an answer without water is asked again: the end of the outlook, or
   * the next morning. 0 to irrigate; null for a fallow or blocked sector.
   */
  waitDays: number | null;
  /** The rain that justifies the wait. */
  rainWait: RainWait | null;
  /** Of every wait: the gross depth in mm if no rain falls until then. */
  otherwiseMm: number | null;
  keepsUp: boolean;
  /** R$ per mm of lost evapotranspiration, and R$ lost by waiting one day. */
  lossBrlMm: number;
  waitCostBrl: number;
  reasons: Reason[];
  blockedBy: string | null;
}

/** A recommendation without a depth, by a rule. */
export function withoutDepth(
  action: RecommendedAction,
  rule: AnswerRule,
  status: SectorStatus,
  reasons: Reason[] = [],
): Recommendation {
  return {
    action,
    rule,
    status,
    netMm: 0,
    grossMm: 0,
    percent: null,
    passes: 0,
    depthPerPassMm: 0,
    leftMm: 0,
    hoursRev: 0,
    hoursTotal: 0,
    hoursToday: 0,
    hoursLeft: 0,
    volumeM3: 0,
    energyKwh: 0,
    costBrl: null,
    costTodayBrl: null,
    startAt: null,
    endAt: null,
    pauses: [],
    hoursToCritical: Number.POSITIVE_INFINITY,
    waitDays: null,
    rainWait: null,
    otherwiseMm: null,
    keepsUp: true,
    lossBrlMm: 0,
    waitCostBrl: 0,
    reasons,
    blockedBy: null,
  };
}
