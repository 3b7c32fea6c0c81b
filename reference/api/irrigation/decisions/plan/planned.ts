import { round } from "@lamina/shared/core/units";
import { reasonKeys } from "@lamina/shared/reasons/reasons";
import type { PlanItem } from "@lamina/shared/records/day-plan";
import type { Recommendation } from "@lamina/shared/records/recommendation";
import type { FarmPlan } from "./plans.ts";

/** Reasons of the plan that a card also shows. */
const OF_HOURS: ReadonlySet<string> = new Set([...reasonKeys.hours, ...reasonKeys.stop]);

/**
 * Recommendations with the hours of the plan, so that card and plan agree. Start, pauses, end, cost, and the parts of
 * today and of later days are those of the sector's run; a recommendation that the plan leaves out of today has the start
 * and the cost of its later run, if there is one, and gives the reason.
 */
export function withPlans(
  recommendations: ReadonlyMap<string, Recommendation>,
  plans: readonly FarmPlan[],
  pivotOf: ReadonlyMap<string, string>,
): Map<string, Recommendation> {
  const items = new Map(
    plans.flatMap((plan) => plan.items.flatMap((item) => item.sectorIds.map((id) => [id, item] as const))),
  );
  // If a system is left out and also has a blocked sector, the reason of its run takes precedence.
  const unplaced = new Map(
    plans.flatMap((plan) => plan.unplaced.toReversed().map((one) => [one.pivotId, one] as const)),
  );
  const asking = Map.groupBy(
    [...recommendations.values()].filter(({ action }) => action === "irrigate").map(({ sectorId }) => sectorId),
    (sectorId) => pivotOf.get(sectorId),
  );
  /** Part of a run's hours. The shares of its sectors add up to 1. */
  const shareOf = (own: Recommendation, sectorIds: readonly string[]) => {
    const hours = sectorIds.reduce((sum, id) => sum + (recommendations.get(id)?.hoursTotal ?? 0), 0);
    return hours > 0 ? (own.hoursTotal ?? 0) / hours : 0;
  };
  return new Map(
    [...recommendations].map(([sectorId, own]) => {
      const item = items.get(sectorId);
      if (item?.underWay) return [sectorId, running(own, item, shareOf(own, item.sectorIds))] as const;
      if (own.action !== "irrigate") return [sectorId, own] as const;
      if (item !== undefined) return [sectorId, placed(own, item, shareOf(own, item.sectorIds))] as const;
      const out = unplaced.get(pivotOf.get(sectorId) ?? "");
      return [sectorId, out ? leftOut(own, out, shareOf(own, asking.get(out.pivotId) ?? [])) : own] as const;
    }),
  );
}

/** The sector's system runs: the recommendation gives the remaining depth, hours and money. */
function running(own: Recommendation, item: PlanItem, share: number): Recommendation {
  const remaining = item.remainingBySector?.find(({ sectorId }) => sectorId === own.sectorId)?.remainingMm ?? 0;
  return {
    ...(own.action === "irrigate" ? { ...own, ...amountsOf(item, share) } : own),
    startAt: item.startAt,
    endAt: item.endAt,
    pauses: item.pauses ?? [],
    underWay: {
      startedAt: item.startAt,
      endAt: item.endAt,
      percent: item.percent,
      grossMm: item.grossMm,
      remainingMm: remaining,
    },
    reasons: [...own.reasons, ...ofHours(item.reasons)],
  };
}

/** A sector's part of the hours and of the money of a run. */
function amountsOf(item: PlanItem, share: number) {
  const part = (value: number | null | undefined, decimals: number) =>
    value == null ? null : round(value * share, decimals);
  return {
    hoursToday: part(item.hoursToday, 3),
    hoursLeft: part(item.hoursLeft, 3),
    costTodayBrl: part(item.costBrl, 2),
    costBrl: part(item.totalCostBrl, 2),
  };
}

function placed(own: Recommendation, item: PlanItem, share: number): Recommendation {
  return {
    ...own,
    startAt: item.startAt,
    endAt: item.endAt,
    pauses: item.pauses ?? [],
    ...amountsOf(item, share),
    continuesAt: item.continuesAt ?? null,
    reasons: [...own.reasons, ...ofHours(item.reasons)],
  };
}

function leftOut(
  own: Recommendation,
  { startAt, totalCostBrl, reasons }: FarmPlan["unplaced"][number],
  share: number,
): Recommendation {
  return {
    ...own,
    startAt: startAt ?? null,
    endAt: null,
    pauses: [],
    hoursToday: 0,
    hoursLeft: own.hoursTotal ?? null,
    costTodayBrl: own.costTodayBrl == null ? null : 0,
    costBrl: totalCostBrl == null ? own.costBrl : round(totalCostBrl * share, 2),
    reasons: [...own.reasons, ...ofHours(reasons)],
  };
}

const ofHours = (reasons: readonly Recommendation["reasons"][number][]) =>
  reasons.filter(({ key }) => OF_HOURS.has(key));
