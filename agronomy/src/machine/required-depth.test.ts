import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type RequiredDay, requiredDepths } from "./required-depth.ts";

const day = (recommendedMm: number | null, irrGross = 0, rainEff = 0): RequiredDay => ({
  recommendedMm,
  irrGross,
  rainEff,
});
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe("the depth that is required", () => {
  it("counts a need once, however many mornings it is asked for", () => {
    // Due on the third day, put off for two, then met as it was asked last.
    expect(requiredDepths([day(0), day(0), day(20), day(26), day(32, 32), day(0)], 80)).toEqual([0, 0, 20, 6, 6, 0]);
  });

  it("is the same for a season worked out by hand", () => {
    const season = [
      day(0),
      day(15, 15), // asked and given: 15
      day(0),
      day(12), // asked: 12
      day(0), // held back for forecast rain: still 12 open
      day(18, 10), // 6 more, of which 10 are given: 8 open
      day(null), // nobody knows
      day(13, 0, 4), // 5 more: 13 open; 4 mm of rain are 5 mm gross: 8 open
      day(14, 14), // 6 more, all given
      day(0, 5), // nobody asked for these
    ];
    const required = requiredDepths(season, 80);
    expect(required).toEqual([0, 15, 0, 12, 0, 6, 0, 5, 6, 0]);
    expect(sum(required)).toBe(44);
    // 15 + 10 + 14 + 5 of 44 mm.
    expect((sum(season.map(({ irrGross }) => irrGross)) / sum(required)) * 100).toBe(100);
  });

  it("has nothing open once rain has met it", () => {
    expect(requiredDepths([day(20), day(0, 0, 40), day(7)], 100)).toEqual([20, 0, 7]);
  });

  it("is never below what was asked at most, nor above the sum of all that was asked", () => {
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
