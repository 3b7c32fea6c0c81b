import fc from "fast-check";
import { expect, it } from "vitest";
import { type BudgetNeed, dayWithout, spreadBudget } from "./season-budget.ts";

/** The least loss over all ways of giving whole m³. */
function leastLoss(budget: number, needs: readonly BudgetNeed[]): number {
  const [first, ...rest] = needs;
  if (first === undefined) return 0;
  let best = Number.POSITIVE_INFINITY;
  for (let given = 0; given <= Math.min(budget, first.amount); given += 1)
    best = Math.min(best, (first.amount - given) * first.brlEach + leastLoss(budget - given, rest));
  return best;
}

const need = fc.record({ amount: fc.integer({ min: 0, max: 6 }), brlEach: fc.integer({ min: 0, max: 9 }) });
const lossOf = (budget: number, needs: readonly BudgetNeed[]) =>
  spreadBudget(budget, needs).shares.reduce((sum, { lossBrl }) => sum + lossBrl, 0);

it("loses as little as the best of all ways, and never more water than the budget", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 15 }), fc.array(need, { maxLength: 4 }), (budget, needs) => {
      const { shares } = spreadBudget(budget, needs);
      expect(lossOf(budget, needs)).toBeCloseTo(leastLoss(budget, needs), 9);
      expect(shares.reduce((sum, { given }) => sum + given, 0)).toBeLessThanOrEqual(budget);
      for (const [index, { given, lacking }] of shares.entries())
        expect(given + lacking).toBeCloseTo(needs[index]?.amount ?? 0, 9);
    }),
  );
});

it("has the shadow price of what one more unit saves", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 15 }), fc.array(need, { maxLength: 4 }), (budget, needs) => {
      const { shadowBrl } = spreadBudget(budget, needs);
      expect(lossOf(budget, needs) - lossOf(budget + 1, needs)).toBeCloseTo(shadowBrl, 9);
    }),
  );
});

it("gives the flowering of maize its water before the ripening", () => {
  // Ky 1.5 in flowering, 0.2 in ripening.
  const { shares, shadowBrl } = spreadBudget(3000, [
    { amount: 2000, brlEach: 0.4 },
    { amount: 2000, brlEach: 3 },
    { amount: 1000, brlEach: 0.2 },
  ]);
  expect(shares.map(({ given }) => given)).toEqual([1000, 2000, 0]);
  expect(shadowBrl).toBe(0.4);
});

it("says on which day water for every need is used up", () => {
  const needs = [
    { amount: 100, fromDay: 0, toDay: 9 },
    { amount: 100, fromDay: 5, toDay: 14 },
  ];
  expect(dayWithout(95, needs)).toBe(7);
  expect(dayWithout(200, needs)).toBeUndefined();
  expect(dayWithout(10, [])).toBeUndefined();
});
