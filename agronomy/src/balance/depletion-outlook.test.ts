import { describe, expect, it } from "vitest";
import { etLostByHour, hoursToCritical } from "./depletion-outlook.ts";

const days = Array.from({ length: 7 }, () => ({ etc: 5 }));
/** Roots that reach 8 mm more of readily available water a day. */
const growing = days.map((day, index) => ({ ...day, raw: 20 + 8 * index, taw: 40 + 16 * index }));

describe("the days until stress", () => {
  it("follow the readily available water of each day", () => {
    expect(hoursToCritical(10, 20, days)).toBeCloseTo(24 + 18);
    expect(hoursToCritical(10, 20, growing)).toBe(hoursToCritical(10, 68, growing.slice(-1)));
    expect(hoursToCritical(10, 20, growing)).toBeGreaterThan(7 * 24);
    // A shrinking limit is reached in the morning of its day.
    expect(hoursToCritical(10, 20, [{ etc: 1 }, { etc: 1, raw: 8, taw: 16 }])).toBeCloseTo(24 + 6);
    expect(hoursToCritical(21, 20, growing)).toBe(0);
  });

  it("lose nothing where the roots reach more water in time", () => {
    const soil = { dr: 18, raw: 20, taw: 40 };
    expect(etLostByHour(soil, days, { hours: 96 }).at(-1)).toBeGreaterThan(1);
    expect(etLostByHour(soil, growing, { hours: 96 }).at(-1)).toBeLessThan(0.2);
  });
});
