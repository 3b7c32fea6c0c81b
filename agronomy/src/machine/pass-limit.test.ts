import { expect, it } from "vitest";
import {
  excessShare,
  peakApplicationRate,
  runoffFreeDepth,
  standingRunoffFreeDepth,
  surfaceStorage,
} from "./pass-limit.ts";

it("gives the peak rate of an elliptic pattern, the same at every setting", () => {
  // 47 mm at a point that is wetted for 33 min: mean rate 85.5 mm/h, peak 4/π of it.
  expect(peakApplicationRate(47, 15 / 0.55, 15)).toBeCloseTo(108.8, 1);
  expect(peakApplicationRate(5, 240, 15)).toBeCloseTo(peakApplicationRate(50, 24, 15));
});

it("uses the storage of Dillon, Hiler and Vittetoe by slope", () => {
  expect([0, 1, 2, 4, 7].map(surfaceStorage)).toEqual([12.7, 12.7, 7.6, 2.5, 0]);
});

it("integrates the rate above the intake", () => {
  const [peak, intake, hours] = [100, 30, 0.5];
  const steps = 200_000;
  let [above, all] = [0, 0];
  for (let step = 0; step < steps; step += 1) {
    const place = (2 * (step + 0.5)) / steps - 1;
    const rate = peak * Math.sqrt(1 - place ** 2);
    above += (Math.max(0, rate - intake) * hours) / steps;
    all += (rate * hours) / steps;
  }
  expect(excessShare(peak, intake)).toBeCloseTo(above / all, 5);
  expect(excessShare(30, 30)).toBe(0);
});

it("limits a pass when the soil takes in less than the peak rate, and only then", () => {
  const pivot = { depth100Mm: 5.2, speed100MH: 240, wettedWidthM: 15, slopePct: 2 };
  const limit = runoffFreeDepth({ ...pivot, intakeMmH: 30 });
  expect(limit).toBeCloseTo(7.6 / excessShare(peakApplicationRate(5.2, 240, 15), 30));
  expect(limit).toBeGreaterThan(9);
  expect(limit).toBeLessThan(13);
  expect(runoffFreeDepth({ ...pivot, intakeMmH: 120 })).toBe(Number.POSITIVE_INFINITY);
  expect(runoffFreeDepth({ ...pivot, intakeMmH: 30, slopePct: 8 })).toBe(0);
  expect(standingRunoffFreeDepth(10, 5, 2)).toBeCloseTo(15.2);
  expect(standingRunoffFreeDepth(5, 5, 2)).toBe(Number.POSITIVE_INFINITY);
});
