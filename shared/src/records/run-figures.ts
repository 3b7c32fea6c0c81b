import type { PlanItem, Recommendation } from "./irrigation.ts";

/** A depth that is put on over one or several revolutions. */
export interface PassAmount {
  /** Over all passes, mm. */
  grossMm: number | null;
  passes?: number | null | undefined;
  /** Of each pass, mm. */
  depthPerPassMm?: number | null | undefined;
  percent: number | null;
}

/** One run as every screen, file and alert tells it: so many passes, the depth of each, the panel's setting, hours and money. */
export interface RunFigures extends PassAmount {
  passes: number;
  depthPerPassMm: number | null;
  /** Whole percent, rounded down: never less water. Null without a panel, and where its sectors have settings of their own. */
  percent: number | null;
  /** Of all passes (TV), and of these the hours that fall into today's plan. */
  hours: number | null;
  hoursToday: number | null;
  /** R$ of all passes, and of today's part. */
  costBrl: number | null;
  costTodayBrl: number | null;
}

/** Rounding slack: 29.9999999 % is 30 %. */
const PERCENT_SLACK = 1e-9;

/** Passes and the depth of each, mm. An API that names no passes means one. */
export function passesOf({ grossMm, passes, depthPerPassMm }: Omit<PassAmount, "percent">): {
  passes: number;
  depthPerPassMm: number | null;
} {
  const count = passes ?? 1;
  return { passes: count, depthPerPassMm: depthPerPassMm ?? (grossMm === null ? null : grossMm / count) };
}

/** A panel's setting in whole percent. */
export function panelPercent(percent: number | null | undefined): number | null {
  return percent == null ? null : Math.floor(percent + PERCENT_SLACK);
}

/** What is recommended for a sector, with its share of the hours and of the money; null where no water is recommended. */
export function recommendedRun(recommendation: Recommendation | null | undefined): RunFigures | null {
  if (recommendation?.action !== "irrigate") return null;
  const { grossMm, percent, hoursTotal, hoursRev, hoursToday, costBrl, costTodayBrl } = recommendation;
  return {
    grossMm,
    ...passesOf(recommendation),
    percent: panelPercent(percent),
    hours: hoursTotal ?? hoursRev,
    hoursToday: hoursToday ?? null,
    costBrl,
    costTodayBrl: costTodayBrl ?? null,
  };
}

/** A machine's run in the plan of the day. An API that tells no whole means that today's part is all of it. */
export function plannedRun(item: PlanItem): RunFigures {
  const hoursToday = item.hoursToday ?? null;
  return {
    grossMm: item.grossMm,
    ...passesOf(item),
    percent: panelPercent(item.percent),
    hours: hoursToday === null ? null : hoursToday + (item.hoursLeft ?? 0),
    hoursToday,
    costBrl: item.totalCostBrl === undefined ? item.costBrl : item.totalCostBrl,
    costTodayBrl: item.costBrl,
  };
}
