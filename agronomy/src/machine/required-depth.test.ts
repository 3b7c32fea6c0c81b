import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type RequiredDay, requiredDepths } from "./required-depth.ts";

const day = (recommendedMm: number | null, irrGross = 0, rainEff = 0): RequiredDay => ({
  recommendedMm,
  irrGross,
  rainEff,
});
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe("required depth", () => {
  it("counts a need once, however many mornings recommend it", () => {
    // Due on the third day, deferred for two, then applied as last recommended.
    expect(requiredDepths([day(0), day(0), day(20), day(26), day(32, 32), day(0)], 80)).toEqual([0, 0, 20, 6, 6, 0]);
  });

  it("matches a season calculated by hand", () => {
    const season = [
      day(0),
      day(15, 15), // recommended and applied: 15
      day(0),
      day(12), // recommended: 12
      day(0), // deferred for forecast rain: 12 still open
      day(18, 10), // 6 more, 10 applied: 8 open
      day(null), // unknown
      day(13, 0, 4), // 5 more: 13 open; 4 mm of rain are 5 mm gross: 8 open
      day(14, 14), // 6 more, all applied
      day(0, 5), // applied without a recommendation
    ];
    const required = requiredDepths(season, 80);
    expect(required).toEqual([0, 15, 0, 12, 0, 6, 0, 5, 6, 0]);
    expect(sum(required)).toBe(44);
    // 15 + 10 + 14 + 5 of 44 mm.
    expect((sum(season.map(({ irrGross }) => irrGross)) / sum(required)) * 100).toBe(100);
  });

  it("has nothing open after enough rain", () => {
    expect(requiredDepths([day(20), day(0, 0, 40), day(7)], 100)).toEqual([20, 0, 7]);
  });

  it("is never below the greatest recommendation, nor above the sum of all recommendations", () => {
    const mm = fc.double({ min: 0, max: 60, noNaN: true });
    const anyDay = fc.record({ recommendedMm: fc.option(mm), irrGross: mm, rainEff: mm });
    fc.assert(
      fc.property(fc.array(anyDay, { minLength: 1 }), (days) => {
        const asked = days.map(({ recommendedMm }) => recommendedMm ?? 0);
        const required = sum(requiredDepths(days, 85));
        expect(required).toBeLessThanOrEqual(sum(asked) + 1e-6);
        expect(required).toBeGreaterThanOrEqual(Math.max(...asked) - 1e-6);
      }),
    );
  });
});
