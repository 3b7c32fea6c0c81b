import type { ScarceWater } from "@lamina/agronomy/plan/recommendation-model";
import { and, eq, gte, lte } from "drizzle-orm";
import { anyOf } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import { seasonBudgets } from "../../schema/irrigation.ts";
import type { BudgetPrices } from "../decisions/state/budget-prices.ts";
import { budgetSpread } from "./budget-outlook.ts";
import type { Budget } from "./budget-units.ts";
import type { UseSources } from "./service.ts";

type Asked = Parameters<BudgetPrices>;

/** The active budgets of some farms that cover their day, by beginning. */
export async function budgetsOf(database: Database, farms: Asked[0]): Promise<Budget[]> {
  const days = [...farms.values()].map(({ today }) => today).sort();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const { farmId, from, to, active, name } = seasonBudgets;
  const rows = await database
    .select()
    .from(seasonBudgets)
    .where(and(anyOf(farmId, [...farms.keys()]), lte(from, last), gte(to, first), eq(active, true)))
    .orderBy(from, name);
  return rows.filter((budget) => {
    const today = farms.get(budget.farmId)?.today;
    return today !== undefined && budget.from <= today && today <= budget.to;
  });
}

/**
 * What short budgets make of water in today's stages, by sector. Of several budgets the one that makes it dearest counts,
 * because a mm that it saves is saved in the others too.
 */
export async function budgetPrices(
  sources: UseSources,
  farms: Asked[0],
  now: Asked[1],
): Promise<Map<string, ScarceWater>> {
  const prices = new Map<string, ScarceWater>();
  for (const budget of await budgetsOf(sources.database, farms)) {
    const { needs, shadowBrl } = await budgetSpread(sources, budget, now);
    const today = farms.get(budget.farmId)?.today ?? "";
    if (shadowBrl <= 0) continue;
    for (const { site, from, to, brlMmHa: ownBrlMmHa, perMm } of needs) {
      const sectorId = site.sector._id;
      const brlMmHa = (shadowBrl * perMm) / site.areaHa;
      if (from > today || today > to || brlMmHa <= (prices.get(sectorId)?.brlMmHa ?? 0)) continue;
      prices.set(sectorId, { brlMmHa, ownBrlMmHa });
    }
  }
  return prices;
}
