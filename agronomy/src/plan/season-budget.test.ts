import fc from "fast-check";
import { expect, it } from "vitest";
import { type BudgetNeed, dayWithout, spreadBudget } from "./season-budget.ts";

/** The least loss over all ways of giving whole m³. */
function leastLoss(budget: number, needs: readonly BudgetNeed[]): number {
  const [first, ...rest] = needs;
  if (first === undefined) return 0;
  let best = Number.POSITIVE_INFINITY;
  for (let given = 0; given <= Math.min(budget, first.m3); given += 1)
    best = Math.min(best, (first.m3 - given) * first.brlM3 + leastLoss(budget - given, rest));
  return best;
}

const need = fc.record({ m3: fc.integer({ min: 0, max: 6 }), brlM3: fc.integer({ min: 0, max: 9 }) });
const lossOf = (budget: number, needs: readonly BudgetNeed[]) =>
  spreadBudget(budget, needs).shares.reduce((sum, { lossBrl }) => sum + lossBrl, 0);

it("loses as little as the best of all ways, and never more water than the budget", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 15 }), fc.array(need, { maxLength: 4 }), (budget, needs) => {
      const { shares } = spreadBudget(budget, needs);
      expect(lossOf(budget, needs)).toBeCloseTo(leastLoss(budget, needs), 9);
      expect(shares.reduce((sum, { givenM3 }) => sum + givenM3, 0)).toBeLessThanOrEqual(budget);
      for (const [index, { givenM3, lackingM3 }] of shares.entries())
        expect(givenM3 + lackingM3).toBeCloseTo(needs[index]?.m3 ?? 0, 9);
    }),
  );
});

it("has the shadow price of what one more m³ saves", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 15 }), fc.array(need, { maxLength: 4 }), (budget, needs) => {
      const { shadowBrlM3 } = spreadBudget(budget, needs);
      expect(lossOf(budget, needs) - lossOf(budget + 1, needs)).toBeCloseTo(shadowBrlM3, 9);
    }),
  );
});

it("gives the flowering of maize its water before the ripening", () => {
  // Ky 1.5 in flowering, 0.2 in ripening.
  const { shares, shadowBrlM3 } = spreadBudget(3000, [
    { m3: 2000, brlM3: 0.4 },
    { m3: 2000, brlM3: 3 },
    { m3: 1000, brlM3: 0.2 },
  ]);
  expect(shares.map(({ givenM3 }) => givenM3)).toEqual([1000, 2000, 0]);
  expect(shadowBrlM3).toBe(0.4);
});

it("says on which day water for every need is used up", () => {
  const needs = [
    { m3: 100, fromDay: 0, toDay: 9 },
    { m3: 100, fromDay: 5, toDay: 14 },
  ];
  expect(dayWithout(95, needs)).toBe(7);
  expect(dayWithout(200, needs)).toBeUndefined();
  expect(dayWithout(10, [])).toBeUndefined();
});
