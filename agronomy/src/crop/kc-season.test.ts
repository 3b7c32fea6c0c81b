import { describe, expect, it } from "vitest";
import { climateAdjustedKc } from "./kc-climate.ts";
import type { StageDays } from "./kc-curve.ts";
import { kcIniFigure29 } from "./kc-initial.ts";
import { type ClimateRules, NOTHING_SEEN, type SeenClimate, seasonPlateaus, seeDay } from "./kc-season.ts";

const DAYS: StageDays = [20, 30, 40, 25];
const SOY = { ini: 0.4, mid: 1.15, end: 0.5 };
const RULES: ClimateRules = {
  expectedDays: DAYS,
  grown: { heightM: 0.8, mid: { u2: 2, rhMin: 45 }, late: { u2: 2, rhMin: 45 } },
  wetting: { leastKc: 0.15, texture: "fine" },
};

/** Sums after some days of constant weather, with planting as day 0. */
function seen(days: number, weather: { u2?: number; rhMin?: number; every?: number; mm?: number }): SeenClimate {
  const { u2 = 2, rhMin = 45, every = 0, mm = 8 } = weather;
  let sum = NOTHING_SEEN;
  for (let day = 0; day < days; day += 1)
    sum = seeDay(sum, day, DAYS, { u2, rhMin, eto: 5, rain: 0, irrigation: every > 0 && day % every === 0 ? mm : 0 });
  return sum;
}
const at = (position: number) => ({ position, lengths: DAYS, eto: 5 });

describe("season coefficients adapted to the weather", () => {
  it("are the tabulated ones in the weather of the tables", () => {
    const { mid, end } = seasonPlateaus(SOY, RULES, seen(100, {}), at(100));
    expect([mid, end]).toEqual([SOY.mid, SOY.end]);
  });

  it("raises soybean of 1.15 to 1.23 in a dry and windy mid-season (Eq. 62), and its end value (Eq. 65)", () => {
    const dry = { u2: 3, rhMin: 25 };
    const { mid, end } = seasonPlateaus(SOY, RULES, seen(120, dry), at(120));
    expect(mid).toBeCloseTo(1.23, 2);
    expect(end).toBeCloseTo(climateAdjustedKc(0.5, 3, 25, 0.8), 6);
  });

  it("begins with the usual climate, and moves day by day to the season's own", () => {
    const usual = { ...RULES, grown: { heightM: 0.8, mid: { u2: 3, rhMin: 25 }, late: { u2: 2, rhMin: 45 } } };
    expect(seasonPlateaus(SOY, usual, NOTHING_SEEN, at(0)).mid).toBeCloseTo(1.23, 2);
    // Mid-season lasts from day 51 to day 90; half of it has passed in more humid weather.
    const half = seasonPlateaus(SOY, usual, seen(71, {}), at(71)).mid;
    expect(half).toBeGreaterThan(1.18);
    expect(half).toBeLessThan(1.2);
    expect(seasonPlateaus(SOY, usual, seen(95, {}), at(95)).mid).toBeCloseTo(SOY.mid, 6);
  });

  it("sets Kc ini by the wettings: Figure 29 for 8 mm every two days, a low value for a dry seedbed", () => {
    const often = seasonPlateaus(SOY, RULES, seen(21, { every: 2 }), at(21)).ini;
    expect(often).toBeCloseTo(kcIniFigure29(21 / 11, 5), 6);
    expect(often).toBeGreaterThan(0.7);
    const dry = seasonPlateaus(SOY, RULES, seen(21, {}), at(21)).ini;
    expect(dry).toBeLessThan(0.2);
    expect(dry).toBeGreaterThanOrEqual(0.15);
    const heavy = seasonPlateaus(SOY, RULES, seen(21, { every: 7, mm: 40 }), at(21)).ini;
    expect(heavy).toBeGreaterThan(seasonPlateaus(SOY, RULES, seen(21, { every: 7, mm: 8 }), at(21)).ini);
  });

  it("assumes the usual rain for the coming days, and replaces it as they pass", () => {
    const rainy = {
      ...RULES,
      wetting: { leastKc: 0.15, texture: "fine" as const, rain: { intervalDays: 2, depthMm: 10 } },
    };
    const before = seasonPlateaus(SOY, rainy, NOTHING_SEEN, at(0)).ini;
    const after = seasonPlateaus(SOY, rainy, seen(21, {}), at(21)).ini;
    expect(before).toBeGreaterThan(0.6);
    expect(after).toBeLessThan(0.2);
  });

  it("leaves the tabulated values without data from planting, or without rules", () => {
    expect(seasonPlateaus(SOY, RULES, NOTHING_SEEN, at(60)).ini).toBe(SOY.ini);
    expect(seasonPlateaus(SOY, { expectedDays: DAYS }, seen(60, { u2: 4 }), at(60))).toEqual(SOY);
  });
});
