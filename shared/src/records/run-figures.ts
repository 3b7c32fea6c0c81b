import * as z from "zod";
import type { PlanItem } from "./day-plan.ts";
import type { BoardRecommendation } from "./recommendation.ts";

/** A depth that is applied in one or several revolutions. */
export interface PassAmount {
  /** Over all passes, mm. */
  grossMm: number | null;
  passes?: number | null | undefined;
  /** Of each pass, mm. */
  depthPerPassMm?: number | null | undefined;
  percent: number | null;
}

/** The figures of one run for every screen, file and alert: passes, depth of each, panel setting, hours and money. */
export const RunFigures = z.object({
  grossMm: z.number().nullable(),
  passes: z.number(),
  depthPerPassMm: z.number().nullable(),
  /** Whole percent, rounded down: never less water. Null without a panel, and where its sectors have different settings. */
  percent: z.number().nullable(),
  /** Of all passes over the whole area (TV); null in a plan, whose run is that of its sectors. */
  hoursRev: z.number().nullable(),
  /** Of all passes over the sectors of the run, and of these the hours that fall into today's plan. */
  hours: z.number().nullable(),
  hoursToday: z.number().nullable(),
  /** R$ of all passes, and of today's part. */
  costBrl: z.number().nullable(),
  costTodayBrl: z.number().nullable(),
});
export type RunFigures = z.infer<typeof RunFigures>;

/** Rounding slack: 29.9999999 % is 30 %. */
const PERCENT_SLACK = 1e-9;

/** Passes and the depth of each, mm. Without `passes` there is one. */
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

/** The figures of a sector's recommendation, with its share of the hours and of the money; null where it recommends no water. */
export function recommendedRun(recommendation: BoardRecommendation | null | undefined): RunFigures | null {
  if (recommendation?.action !== "irrigate") return null;
  const { grossMm, percent, hoursTotal, hoursRev, hoursToday, costBrl, costTodayBrl } = recommendation;
  return {
    grossMm,
    ...passesOf(recommendation),
    percent: panelPercent(percent),
    hoursRev,
    hours: hoursTotal ?? hoursRev,
    hoursToday: hoursToday ?? null,
    costBrl,
    costTodayBrl: costTodayBrl ?? null,
  };
}

/** The figures of a machine's run in the plan of the day. Where an API sends no total, today's part is the total. */
export function plannedRun(item: PlanItem): RunFigures {
  const hoursToday = item.hoursToday ?? null;
  return {
    grossMm: item.grossMm,
    ...passesOf(item),
    percent: panelPercent(item.percent),
    hoursRev: null,
    hours: hoursToday === null ? null : hoursToday + (item.hoursLeft ?? 0),
    hoursToday,
    costBrl: item.totalCostBrl === undefined ? item.costBrl : item.totalCostBrl,
    costTodayBrl: item.costBrl,
  };
}

/**
 * The figures of a machine by its sectors' own: depth and setting of the deepest, hours and money of all together. No
 * setting where theirs differ; null without a run.
 */
export function machineRun(sectors: readonly RunFigures[]): RunFigures | null {
  const [deepest] = [...sectors].sort((one, other) => (other.grossMm ?? 0) - (one.grossMm ?? 0));
  if (deepest === undefined) return null;
  const isShared = sectors.every(({ passes, percent }) => passes === deepest.passes && percent === deepest.percent);
  const sum = (key: "hours" | "hoursToday" | "costBrl" | "costTodayBrl") =>
    sectors.reduce<number | null>(
      (total, { [key]: figure }) => (total === null || figure === null ? null : total + figure),
      0,
    );
  return {
    ...deepest,
    percent: isShared ? deepest.percent : null,
    hours: sum("hours"),
    hoursToday: sum("hoursToday"),
    costBrl: sum("costBrl"),
    costTodayBrl: sum("costTodayBrl"),
  };
}
