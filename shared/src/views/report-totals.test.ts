import { expect, it } from "vitest";
import { NO_SUMS, totalsOf } from "./report-totals.ts";

it("blames the irrigation only for what percolated because of it", () => {
  const of = (sums: object) => totalsOf({ ...NO_SUMS, appliedMm: 20, dp: 19.8, ...sums }).efficiencyPct;
  expect(of({ dpIrrigation: 0 })).toBe(100);
  expect(of({ dpIrrigation: 5 })).toBe(75);
  expect(of({ dpIrrigation: undefined })).toBeCloseTo(1);
  expect(of({ dp: 60, dpIrrigation: undefined })).toBeNull();
});

it("gives an adequacy only where water was required", () => {
  const of = (requiredMm: number) => totalsOf({ ...NO_SUMS, appliedMm: 121.2, requiredMm }).adequacyPct;
  expect(of(100)).toBeCloseTo(121.2);
  // Floating-point residue of a sum over days, and a rounding of the last day.
  for (const requiredMm of [0, 5.7e-14, 0.06]) expect(of(requiredMm)).toBeNull();
});
