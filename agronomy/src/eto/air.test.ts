import { expect, it } from "vitest";
import {
  dailyVapourPressure,
  dailyVapourPressureDeficit,
  dewPoint,
  dewPointOf,
  growingDegreeDays,
  saturationVapourPressure,
  sprayQuality,
  vapourPressureDeficit,
} from "./air.ts";

it("agrees with FAO-56, examples 3 to 5", () => {
  expect(saturationVapourPressure(24.5)).toBeCloseTo(3.075, 3);
  expect(saturationVapourPressure(15)).toBeCloseTo(1.705, 3);
  const day = { tMax: 25, tMin: 18, rhMax: 82, rhMin: 54 };
  expect(dailyVapourPressure(day)).toBeCloseTo(1.7, 2);
  expect(dailyVapourPressureDeficit(day)).toBeCloseTo(0.91, 2);
});

it("is saturated at its dew point", () => {
  expect(dewPoint(20, 100)).toBeCloseTo(20, 9);
  expect(dewPointOf(saturationVapourPressure(12.5))).toBeCloseTo(12.5, 9);
  expect(vapourPressureDeficit(30, 100)).toBe(0);
  expect(vapourPressureDeficit(30, 50)).toBeCloseTo(saturationVapourPressure(30) / 2, 9);
});

it("limits the extremes before it averages them", () => {
  expect(growingDegreeDays(30, 20, 10)).toBe(15);
  expect(growingDegreeDays(24, 4, 10)).toBe(7);
  expect(growingDegreeDays(8, 2, 10)).toBe(0);
  expect(growingDegreeDays(40, 20, 10, 30)).toBe(15);
});

it.each([
  [1.9, "avoid"],
  [2, "good"],
  [8, "good"],
  [8.1, "attention"],
  [10, "attention"],
  [10.1, "avoid"],
] as const)("calls a Delta T of %s °C %s", (value, quality) => {
  expect(sprayQuality(value)).toBe(quality);
});
