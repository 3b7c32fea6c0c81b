import type { ScarceWater } from "@lamina/agronomy/plan/recommendation-model";
import type { FarmDay } from "@lamina/shared/core/farm-time";
import type { SectorState } from "./sector-state.ts";

/** What the short budgets of some farms make of water today, by sector. */
export type BudgetPrices = (
  farms: ReadonlyMap<string, { clientId: string; today: FarmDay }>,
  now: Date,
) => Promise<ReadonlyMap<string, ScarceWater>>;

/** The states with what their budgets make of water. */
export async function withBudgets(
  prices: BudgetPrices,
  states: readonly SectorState[],
  now: Date,
): Promise<SectorState[]> {
  const farms = new Map(states.map(({ site: { farm }, today }) => [farm._id, { clientId: farm.clientId, today }]));
  const bySector = await prices(farms, now);
  return bySector.size === 0
    ? [...states]
    : states.map((state) => ({ ...state, budget: bySector.get(state.site.sector._id) }));
}
