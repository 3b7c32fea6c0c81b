import { describe, expect, it } from "vitest";
import { balanceDay, initialState, runSeason } from "../balance/balance.ts";
import type { DayInput, SeasonSettings } from "../balance/season.ts";
import { uniformSoil } from "../soil/soil-water.ts";
import { canopyWeight, coverFromNdvi, densityCoefficient } from "./observed-canopy.ts";

const settings: SeasonSettings = {
  days: [20, 30, 40, 20],
  kc: { ini: 0.4, mid: 1.2, end: 0.6 },
  roots: { ini: 0.2, max: 1 },
  p: 0.5,
  soil: uniformSoil(0.32, 0.12),
  heightM: 1,
};
const days = (count: number, seen: Readonly<Record<number, number>> = {}): DayInput[] =>
  Array.from({ length: count }, (_, day) => ({
    eto: 5,
    rain: 0,
    irrigation: 4,
    ...(seen[day] !== undefined && { cover: seen[day] }),
  }));
const run = (count: number, seen?: Readonly<Record<number, number>>, given = settings) =>
  runSeason(given, initialState(given, 0), days(count, seen));

describe("an observed canopy", () => {
  it("has the cover of its NDVI", () => {
    expect(coverFromNdvi(0.5)).toBeCloseTo(0.45, 6);
    expect([coverFromNdvi(0.1), coverFromNdvi(1)]).toEqual([0, 1]);
  });

  it("has the density of Eq. 98: twice a thin cover, a power by height of a thicker one", () => {
    expect(densityCoefficient(0.1, 1)).toBeCloseTo(0.2, 6);
    expect(densityCoefficient(0.5, 1)).toBeCloseTo(Math.SQRT1_2, 6);
    expect(densityCoefficient(1, 2)).toBe(1);
  });

  it("counts in full for a week and no more after four", () => {
    expect([0, 7, 17.5, 28, 60].map(canopyWeight)).toEqual([1, 1, 0.5, 0, 0]);
  });

  it("moves Kc to what is seen, then back to the curve", () => {
    const [curve, seen] = [run(100), run(100, { 60: 0.35 })];
    expect(curve[60]?.kcb).toBe(1.2);
    // A crop of half its cover is half as high: Kd = 0.35 ^ (1 / 1.5).
    const low = 0.4 + 0.35 ** (1 / 1.5) * 0.8;
    expect(seen[60]?.kcb).toBeCloseTo(low, 6);
    expect(seen[67]?.kcb).toBeCloseTo(low, 6);
    expect(seen[78]?.kcb).toBeCloseTo(1.2 + (low - 1.2) * canopyWeight(18), 6);
    expect(seen.slice(0, 60)).toEqual(curve.slice(0, 60));
    expect(seen[88]?.kcb).toBe(1.2);
  });

  it("slows the roots of a late crop and hastens those of an early one, without shrinking them", () => {
    const [late, curve, early] = [run(46, { 40: 0.1 }), run(46), run(46, { 40: 0.95 })].map(
      (rows) => rows.at(-1)?.rootCm ?? 0,
    ) as [number, number, number];
    expect(late).toBeLessThan(curve);
    expect(early).toBeGreaterThan(curve);
    const rows = run(46, { 40: 0.1 });
    expect(rows[40]?.rootCm).toBe(rows[39]?.rootCm);
  });

  it("lowers the coefficient of a perennial with a flat curve, and leaves its roots", () => {
    const coffee = { ...settings, kc: { ini: 1.1, mid: 1.1, end: 1.1 }, roots: { ini: 1, max: 1 }, heightM: 2 };
    const row = run(11, { 10: 0.2 }, coffee).at(-1);
    expect(row?.kcb).toBeCloseTo(0.15 + 0.4 * 1.05, 6);
    expect(row?.rootCm).toBe(100);
  });

  it("closes the balance and says by how much Kc changed", () => {
    const state = { ...initialState(settings, 30), day: 60 };
    const { row, next } = balanceDay(settings, state, { eto: 5, rain: 3, irrigation: 10, cover: 0.49 });
    expect(row.dr).toBeCloseTo(30 + row.rootsDr - 13 + row.etcAdj + row.toSubsoil + row.dp, 9);
    expect(row.canopyKc).toBeCloseTo((0.49 ** (1 / 1.7) - 1) * 0.8, 6);
    expect(next.canopy).toEqual({ departure: expect.closeTo(0.49 ** (1 / 1.7) - 1, 6), ageDays: 1 });
  });

  it("is absent without observations: the same rows and states", () => {
    const start = { ...initialState(settings, 30), day: 60 };
    const { row, next } = balanceDay(settings, start, { eto: 5, rain: 0, irrigation: 0 });
    expect(row.canopyKc).toBe(0);
    expect(next).not.toHaveProperty("canopy");
  });
});
