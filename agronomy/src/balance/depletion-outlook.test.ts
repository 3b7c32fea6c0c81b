import { describe, expect, it } from "vitest";
import { etLostByHour, hoursToCritical, projectDepletion } from "./depletion-outlook.ts";

const still = Array.from({ length: 7 }, () => ({ etc: 5 }));

it("gives roots that grow into moist soil more time, and into dry soil less", () => {
  const moist = still.map((day, index) => ({ ...day, taw: 60 + 10 * index, raw: 30 + 5 * index }));
  const dry = moist.map((day) => ({ ...day, rootsDr: 8 }));
  const [as, longer, shorter] = [still, moist, dry].map((days) => hoursToCritical(12, 30, days));
  expect(as).toBeGreaterThan(72);
  expect(longer).toBeGreaterThan(7 * 24);
  expect(shorter).toBeLessThan(as ?? 0);
});

it("is critical at sunrise where the roots of the day bring the deficit", () => {
  const days = [{ etc: 5 }, { etc: 5, rootsDr: 20, taw: 70, raw: 30 }];
  expect(hoursToCritical(10, 30, days)).toBe(24 + 6);
  expect(hoursToCritical(10, 30, days, 12)).toBe(24 + 6 - 12);
});

it("projects the depletion of growing roots, and loses by the available water of each day", () => {
  const days = [{ etc: 5 }, { etc: 5, rootsDr: 3, taw: 70, raw: 35 }];
  expect(projectDepletion(20, 60, days)).toEqual([25, 33]);
  const lost = (last: { taw?: number; raw?: number; rootsDr?: number }) =>
    etLostByHour({ dr: 28, raw: 30, taw: 60 }, [{ etc: 5 }, { etc: 5, ...last }], { hours: 48 }).at(-1) ?? 0;
  expect(lost({ taw: 70, raw: 35 })).toBeLessThan(lost({}));
  expect(lost({ taw: 70, raw: 35, rootsDr: 10 })).toBeGreaterThan(lost({}));
});

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
