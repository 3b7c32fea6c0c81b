import type { FarmDay } from "@lamina/shared/farm-time";
import type { DayPlan, Recommendation } from "@lamina/shared/irrigation";
import { inArray } from "drizzle-orm";
import type { Database } from "../../core/database/open.ts";
import { waterSources } from "../../schema/farms.ts";
import { dayPlan } from "./day-plan.ts";
import type { SectorState } from "./sector-state.ts";

export interface FarmPlan extends DayPlan {
  farmId: string;
}

/** Plans of the day, each computed once for what it stands on: the search for the best order takes its time. */
export function createPlans(database: Database) {
  const known = new Map<string, { key: string; plan: FarmPlan }>();

  /** One plan per farm, from the moment at which its recommendations were last computed. */
  return async function plansOf(
    states: readonly SectorState[],
    recommendations: ReadonlyMap<string, Recommendation>,
  ): Promise<FarmPlan[]> {
    const byFarm = Map.groupBy(states, ({ site }) => site.farm._id);
    const sources = await database
      .select({ id: waterSources._id, farmId: waterSources.farmId, flowM3h: waterSources.capacityM3h })
      .from(waterSources)
      .where(inArray(waterSources.farmId, [...byFarm.keys()]));
    return [...byFarm].flatMap(([farmId, own]) => {
      const given = own.flatMap(({ site }) => recommendations.get(site.sector._id) ?? []);
      const first = own[0];
      if (first === undefined || given.length === 0) return [];
      const from = given.map(({ computedAt }) => computedAt).reduce((a, b) => (a > b ? a : b));
      const date: FarmDay = given.map((recommendation) => recommendation.date).reduce((a, b) => (a > b ? a : b));
      const farmSources = sources.filter((source) => source.farmId === farmId);
      const systems = own.map(({ site }) => [site.sector._id, site.pivot.updatedAt, site.sector.updatedAt]);
      const key = JSON.stringify([given, farmSources, systems, first.settings.tariff]);
      const kept = known.get(farmId);
      if (kept?.key === key) return [kept.plan];
      const plan = dayPlan({
        date,
        timezone: first.site.farm.timezone,
        from: new Date(from),
        states: own,
        recommendations,
        sources: farmSources,
      });
      known.set(farmId, { key, plan: { ...plan, farmId } });
      return [{ ...plan, farmId }];
    });
  };
}
