import type { RecommendationInput, Worth } from "./recommendation-model.ts";
import type { SectorNeed } from "./sector-need.ts";

/** What a sector will want of a budget in one growth period, in the budget's unit: m³ of gross water, kWh or R$. */
export interface BudgetNeed {
  amount: number;
  /** What a unit is worth there: yield that would be lost without it, R$. */
  brlEach: number;
}

interface BudgetShare {
  given: number;
  lacking: number;
  /** R$ of yield that the missing part loses. */
  lossBrl: number;
}

export interface BudgetPlan {
  /** In the order of the needs. */
  shares: BudgetShare[];
  /** What one more unit would save, R$; 0 when the budget covers every need. */
  shadowBrl: number;
}

/**
 * Spreads a budget over needs so that the least yield is lost. The loss is linear within a growth period
 * (FAO-33; FAO-56 Eq. 90) and adds up over periods, so it goes to the dearest need first; the need that it does not
 * cover gives the shadow price.
 */
export function spreadBudget(budget: number, needs: readonly BudgetNeed[]): BudgetPlan {
  const order = needs.map((_, index) => index).sort((a, b) => (needs[b]?.brlEach ?? 0) - (needs[a]?.brlEach ?? 0));
  const shares: BudgetShare[] = needs.map(() => ({ given: 0, lacking: 0, lossBrl: 0 }));
  let left = Math.max(0, budget);
  let shadowBrl = 0;
  for (const index of order) {
    const { amount = 0, brlEach = 0 } = needs[index] ?? {};
    const given = Math.min(left, amount);
    const lacking = amount - given;
    left -= given;
    if (lacking > 0) shadowBrl = Math.max(shadowBrl, brlEach);
    shares[index] = { given, lacking, lossBrl: lacking * brlEach };
  }
  return { shares, shadowBrl };
}

/** The day on which needs that each are used evenly from one day to another, both included, have used up the budget; undefined when they do not. */
export function dayWithout(
  budget: number,
  needs: readonly { amount: number; fromDay: number; toDay: number }[],
): number | undefined {
  const first = Math.min(...needs.map(({ fromDay }) => fromDay));
  const last = Math.max(...needs.map(({ toDay }) => toDay));
  let left = budget;
  for (let day = first; day <= last; day += 1) {
    for (const { amount, fromDay, toDay } of needs)
      if (day >= fromDay && day <= toDay) left -= amount / (toDay - fromDay + 1);
    if (left < -1e-6) return day;
  }
  return undefined;
}

/** R$ that a net mm of a sector saves where a short budget uses it best; 0 without such a budget. */
export const scarceBrlMm = ({ budget }: Worth, { areaHa }: { areaHa: number }): number =>
  (budget?.brlMmHa ?? 0) * areaHa;

/** Part of the full use below which the loss of yield is not known to be in proportion (FAO-33, chapter 2). */
const MIN_KS = 0.5;

/** Rounding of prices. */
const SLACK = 1e-6;

/** Depletion at which the crop uses half of what it could (FAO-56 Eq. 84), mm. */
const deepest = ({ taw, raw }: Pick<RecommendationInput, "taw" | "raw">) => taw - MIN_KS * (taw - raw);

/**
 * Whether a budget leaves a sector in need without water for now, because a mm is worth as much or more elsewhere. A crop
 * that uses half of what it could, or that has not emerged, gets water, because its loss is not known.
 */
export function isWithoutBudget(input: RecommendationInput): boolean {
  return isPoor(input) && input.dr < deepest(input);
}

/** The need, without the readily available water where the budget is worth more elsewhere, so that only stress is relieved. */
export function withinBudget(need: SectorNeed, input: RecommendationInput): SectorNeed {
  if (!isPoor(input) || isWithoutBudget(input)) return need;
  return { ...need, wantedMm: Math.min(need.wantedMm, Math.max(0, input.dr - input.raw)) };
}

/** At the same price the stage that goes short uses the water of the soil first, until the budget covers its rest. */
function isPoor({ worth, stage }: RecommendationInput): boolean {
  const budget = worth?.budget;
  return budget !== undefined && stage?.limit !== "emergence" && budget.brlMmHa > (1 - SLACK) * budget.ownBrlMmHa;
}
