import { describe, expect, it } from "vitest";
import { growthPeriod, lossPerMm } from "./yield-loss.ts";

/** Maize: FAO-56 Table 11. */
const DAYS = [20, 35, 40, 30] as const;

describe("yield response", () => {
  it("is that of the day's stage; neighbouring stages of equal Ky are one period", () => {
    // FAO-33, maize: vegetative 0.4, flowering 1.5, ripening 0.2.
    const maize = [0.4, 0.4, 1.5, 0.2];
    expect(growthPeriod(0, DAYS, maize)).toEqual({ ky: 0.4, from: 0, to: 55 });
    expect(growthPeriod(55, DAYS, maize)).toEqual({ ky: 0.4, from: 0, to: 55 });
    expect(growthPeriod(56, DAYS, maize)).toEqual({ ky: 1.5, from: 55, to: 95 });
    expect(growthPeriod(140, DAYS, maize)).toEqual({ ky: 0.2, from: 95, to: 125 });
  });

  it("is that of the season with four equal values", () => {
    expect(growthPeriod(70, DAYS, [1.25, 1.25, 1.25, 1.25])).toEqual({ ky: 1.25, from: 0, to: 125 });
  });

  it("gives R$ per mm and ha by the evapotranspiration of its period, and 0 without use", () => {
    expect(lossPerMm({ ky: 1.5, yieldKgHa: 8000, priceBrlKg: 1, etmMm: 240 })).toBeCloseTo(50);
    expect(lossPerMm({ ky: 1.5, yieldKgHa: 8000, priceBrlKg: 1, etmMm: 0 })).toBe(0);
  });
});
