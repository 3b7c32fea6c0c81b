import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isWithinInterval, panelSetting, sweptAngle } from "./pivot.ts";
import { uniformityClass } from "./uniformity.ts";

describe("panel setting", () => {
  it("never gives less water than requested, and respects the panel's limits", () => {
    const gross = fc.double({ min: 0.1, max: 120, noNaN: true });
    const depth100 = fc.double({ min: 1, max: 15, noNaN: true });
    fc.assert(
      fc.property(gross, depth100, fc.integer({ min: 1, max: 60 }), (asked, depth, minPercent) => {
        const setting = panelSetting(asked, depth, 10, minPercent);
        expect(setting.grossMm).toBeGreaterThanOrEqual(asked - 1e-6);
        expect(Number.isInteger(setting.percent)).toBe(true);
        expect(setting.percent).toBeGreaterThanOrEqual(minPercent);
        expect(setting.percent).toBeLessThanOrEqual(100);
        expect(setting.hours).toBeCloseTo((setting.passes * 1000) / setting.percent);
      }),
    );
  });

  it("rounds down: 29.45 % is set as 29 %", () => {
    expect(panelSetting(11.7647, 3.465, 9.6761, 10)).toMatchObject({ percent: 29, passes: 1 });
  });

  it("returns an exact percentage despite floating-point errors", () => {
    expect(panelSetting(10, 3, 10, 1).percent).toBe(30);
    expect(panelSetting(7 / 0.29, 7, 10, 1).percent).toBe(29);
  });

  it("names the limit of the panel that applied", () => {
    expect(panelSetting(2, 3.5, 10, 10)).toMatchObject({ percent: 100, grossMm: 3.5, limitedBy: "fastest" });
    expect(panelSetting(50, 3.5, 10, 10)).toMatchObject({ passes: 2, percent: 14, limitedBy: "slowest" });
  });
});

it("compares the revolution with the interval, in allowed hours", () => {
  expect(isWithinInterval(42, 21, 2)).toBe(true);
  expect(isWithinInterval(43, 21, 2)).toBe(false);
});

it("sweeps clockwise; equal angles mean the full circle", () => {
  expect(sweptAngle(350, 10)).toBe(20);
  expect(sweptAngle(0, 0)).toBe(360);
  expect(sweptAngle(0, 360)).toBe(360);
});

it("classes a uniformity", () => {
  expect([92, 86, 81, 70].map(uniformityClass)).toEqual(["veryGood", "good", "fair", "poor"]);
});
