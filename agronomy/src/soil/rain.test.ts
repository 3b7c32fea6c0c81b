import { describe, expect, it } from "vitest";
import { effectiveRain } from "./effective-rain.ts";
import { curveNumber, runoff } from "./runoff.ts";

describe("effective rain", () => {
  it("ignores drizzle below a share of ETo, else counts it whole", () => {
    const rule = { method: "minFracEto", minFracEto: 0.2 } as const;
    expect(effectiveRain(0.9, 5, rule)).toBe(0);
    expect(effectiveRain(1, 5, rule)).toBe(1);
    expect(effectiveRain(30, 5, { method: "all" })).toBe(30);
    expect(effectiveRain(30, 5, { method: "fixed", percent: 80 })).toBe(24);
  });
});

describe("runoff by the curve number", () => {
  const layer = { rew: 8, tew: 20 };
  it("begins above a fifth of the storage and never exceeds the rain", () => {
    expect(runoff(10, 75)).toBe(0);
    expect(runoff(60, 75)).toBeCloseTo((60 - 250 / 15) ** 2 / (60 + 1000 / 15), 6);
    expect(runoff(60, 100)).toBeCloseTo(60);
  });

  it.each([
    [0, 32.847874],
    [8, 16.687594],
    [20, 6.838219],
  ])("of 50 mm on a surface dried by %s mm is the reference model's", (de, depth) => {
    expect(runoff(50, curveNumber(85, de, { rew: 8, tew: 22 }))).toBeCloseTo(depth, 5);
  });

  it("is higher on wet ground", () => {
    expect(curveNumber(75, 0, layer)).toBeGreaterThan(curveNumber(75, 8, layer));
    expect(curveNumber(75, 8, layer)).toBeGreaterThan(curveNumber(75, 20, layer));
    expect(curveNumber(75)).toBe(75);
  });
});
