import { describe, expect, it } from "vitest";
import { effectiveRain } from "./effective-rain.ts";
import { accountForRain } from "./rain-accounting.ts";
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

describe("accountable rain", () => {
  it("shows forecast, measured and counted side by side, and gives back what did not fall", () => {
    const [failed, fell, ahead, unknown] = accountForRain([
      { date: "2026-01-10", forecastMm: 12, measuredMm: 2, effectiveMm: 2, countedOnForecastMm: 8, gauge: "station" },
      { date: "2026-01-11", forecastMm: 5, measuredMm: 9, effectiveMm: 9, countedOnForecastMm: 5 },
      { date: "2026-01-12", forecastMm: 6, countedOnForecastMm: 4 },
      { date: "2026-01-13" },
    ]);
    expect(failed).toMatchObject({
      countedMm: 2,
      countedFrom: "measured",
      errorMm: -10,
      returnedMm: 6,
      gauge: "station",
    });
    expect(fell).toMatchObject({ countedMm: 9, errorMm: 4, returnedMm: 0 });
    expect(ahead).toMatchObject({ countedMm: 4, countedFrom: "forecast", errorMm: null, measuredMm: null });
    expect(unknown).toMatchObject({ countedMm: 0, countedFrom: "none", forecastMm: null });
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
