import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ChartSeries } from "./model.ts";
import { roundScale, scaleOf } from "./scale.ts";

const series = (value: (number | null)[], shape: ChartSeries["shape"] = "line"): ChartSeries => ({
  key: "s",
  name: "s",
  unit: "mm",
  shape,
  tone: 1,
  axis: "a",
  step: "raw",
  at: value.map((_, index) => index),
  value,
});
const axis = { key: "a", unit: "mm" };

describe("roundScale", () => {
  it("has round ends and a round interval", () => {
    expect(roundScale(17.2, 31.4, 5)).toEqual({ min: 15, max: 35, interval: 5 });
    expect(roundScale(0.1, 0.3, 4)).toEqual({ min: 0.1, max: 0.3, interval: 0.05 });
    expect(roundScale(5, 5, 4)).toEqual({ min: 4.5, max: 5.5, interval: 0.25 });
  });

  it("holds the whole range", () => {
    const number = fc.double({ min: -1e4, max: 1e4, noNaN: true });
    fc.assert(
      fc.property(number, fc.double({ min: 0.01, max: 1e4, noNaN: true }), (low, span) => {
        const scale = roundScale(low, low + span, 5);
        expect(scale.min).toBeLessThanOrEqual(low + 1e-6 * span);
        expect(scale.max).toBeGreaterThanOrEqual(low + span - 1e-6 * span);
      }),
    );
  });
});

describe("scaleOf", () => {
  it("begins bars at zero and leaves gaps out", () => {
    expect(scaleOf(axis, [series([4, null, 8], "bar")], [], 4)).toEqual({ min: 0, max: 8, interval: 2 });
  });

  it("includes a threshold nearby, and not one that would flatten the readings", () => {
    const mark = { key: "m", axis: "a", label: "geada", tone: "danger" } as const;
    expect(scaleOf(axis, [series([5, 15])], [{ ...mark, from: 3 }], 5).min).toBeLessThanOrEqual(3);
    expect(scaleOf(axis, [series([25, 30])], [{ ...mark, from: 3 }], 5).min).toBe(25);
  });

  it("has a scale without any reading", () => {
    expect(scaleOf(axis, [series([null])], [], 4)).toEqual({ min: 0, max: 1, interval: 0.25 });
  });
});
