/** Water that a sector will want in one growth period. */
export interface BudgetNeed {
  /** Gross water, m³. */
  m3: number;
  /** What a gross m³ is worth there: yield that would be lost without it, R$/m³. */
  brlM3: number;
}

interface BudgetShare {
  givenM3: number;
  lackingM3: number;
  /** R$ of yield that the missing water loses. */
  lossBrl: number;
}

interface BudgetPlan {
  /** In the order of the needs. */
  shares: BudgetShare[];
  /** What one more m³ would save, R$; 0 when the budget covers every need. */
  shadowBrlM3: number;
}

/**
 * Spreads a budget of water, m³, over needs so that the least yield is lost. The loss is linear within a growth period
 * (FAO-33; FAO-56 Eq. 90) and adds up over periods, so water goes to the dearest need first; the need that it does not
 * cover gives the shadow price.
 */
export function spreadBudget(budgetM3: number, needs: readonly BudgetNeed[]): BudgetPlan {
  const order = needs.map((_, index) => index).sort((a, b) => (needs[b]?.brlM3 ?? 0) - (needs[a]?.brlM3 ?? 0));
  const shares: BudgetShare[] = needs.map(() => ({ givenM3: 0, lackingM3: 0, lossBrl: 0 }));
  let left = Math.max(0, budgetM3);
  let shadowBrlM3 = 0;
  for (const index of order) {
    const { m3 = 0, brlM3 = 0 } = needs[index] ?? {};
    const givenM3 = Math.min(left, m3);
    const lackingM3 = m3 - givenM3;
    left -= givenM3;
    if (lackingM3 > 0) shadowBrlM3 = Math.max(shadowBrlM3, brlM3);
    shares[index] = { givenM3, lackingM3, lossBrl: lackingM3 * brlM3 };
  }
  return { shares, shadowBrlM3 };
}

/** The day on which needs that each are used evenly from one day to another, both included, have used up the budget; undefined when they do not. */
export function dayWithout(
  budgetM3: number,
  needs: readonly { m3: number; fromDay: number; toDay: number }[],
): number | undefined {
  const first = Math.min(...needs.map(({ fromDay }) => fromDay));
  const last = Math.max(...needs.map(({ toDay }) => toDay));
  let left = budgetM3;
  for (let day = first; day <= last; day += 1) {
    for (const { m3, fromDay, toDay } of needs) if (day >= fromDay && day <= toDay) left -= m3 / (toDay - fromDay + 1);
    if (left < -1e-6) return day;
  }
  return undefined;
}
