import { describe, expect, it } from "vitest";
import { recommend } from "./recommendation.ts";
import type { RecommendationInput } from "./recommendation-model.ts";

const dry = Array.from({ length: 7 }, () => ({ etc: 6, rainEff: 0 }));
const worth = { lossBrlMmHa: 15, waterBrlM3: 0 };
const input: RecommendationInput = {
  active: true,
  blockers: [],
  ...{ dr: 20, raw: 30, taw: 60, dp: 0, outlook: dry, worth },
  machine: {
    ...{ areaHa: 50, flowM3h: 180, efficiencyPct: 85, maxHoursDay: 21, pumpKw: 100 },
    panel: { depth100Mm: 3.465, time100H: 9.6761, minPercent: 10 },
  },
  tariff: [],
  clock: { midnight: Date.UTC(2026, 0, 14, 3), weekday: 3, nowMinute: 430 },
};
const under = (brlMmHa: number, more: Partial<RecommendationInput> = {}) =>
  recommend({ ...input, ...more, worth: { ...worth, budget: { brlMmHa, ownBrlMmHa: 15 } } });
const reason = (result: ReturnType<typeof recommend>, key: string) =>
  result.reasons.find((other) => other.key === key)?.value;

describe("under a season's budget", () => {
  it("the advice without one, or with one that covers every need, is the same", () => {
    const whole = recommend(input);
    expect(whole.action).toBe("irrigate");
    expect(whole.reasons.map(({ key }) => key)).not.toContain("budgetMm");
  });

  it("water waits where it is worth more elsewhere, and says what it is worth there", () => {
    for (const price of [15, 40]) {
      const result = under(price);
      expect(result).toMatchObject({ action: "wait", rule: "budget", waitDays: 1, otherwiseMm: null });
      expect(reason(result, "budgetMm")).toBe(price * 50);
    }
  });

  it("the stage of most worth is irrigated as without a budget, and pays in no money", () => {
    const [free, priced] = [recommend(input), under(10)];
    expect(priced).toMatchObject({ action: "irrigate", grossMm: free.grossMm, costBrl: free.costBrl });
    expect(reason(priced, "budgetMm")).toBe(500);
  });

  it("rain is worth waiting for longer", () => {
    const rainy = dry.map((day, index) => (index === 1 ? { ...day, rainEff: 16, rainChance: 0.5 } : day));
    const decided = { dr: 32, outlook: rainy, dryDays: dry.map(({ etc }) => ({ etc })) };
    expect(recommend({ ...input, ...decided }).rule).toBe("need");
    expect(under(14.9, decided).rule).toBe("rain");
  });

  it("a crop at half of its use gets the water that relieves it, and no more", () => {
    const dr = 46;
    const [free, result] = [recommend({ ...input, dr }), under(40, { dr })];
    expect(result.action).toBe("irrigate");
    expect(result.netMm).toBeGreaterThanOrEqual(dr - 30);
    expect(result.grossMm).toBeLessThan(free.grossMm / 2);
    expect(reason(result, "budgetSpared")).toBe(30);
    expect(under(40, { dr: 44.9 }).rule).toBe("budget");
  });
});
