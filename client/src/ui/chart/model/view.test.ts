import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clampView, isZoomed, panView, reveal, zoomView } from "./view.ts";

const HOUR = 3_600_000;
const whole = { from: 0, to: 100 * HOUR };
const middle = { from: 40 * HOUR, to: 60 * HOUR };

describe("a view", () => {
  it("zooms around the place that is pointed at", () => {
    expect(zoomView(middle, 45 * HOUR, 0.5, whole)).toEqual({ from: 42.5 * HOUR, to: 52.5 * HOUR });
    expect(zoomView(middle, 45 * HOUR, 100, whole)).toEqual(whole);
  });

  it("stops at the ends", () => {
    expect(panView(middle, 90 * HOUR, whole)).toEqual({ from: 80 * HOUR, to: 100 * HOUR });
    expect(panView(middle, -90 * HOUR, whole)).toEqual({ from: 0, to: 20 * HOUR });
  });

  it("follows the cursor", () => {
    expect(reveal(middle, 65 * HOUR, whole)).toEqual({ from: 45 * HOUR, to: 65 * HOUR });
    expect(reveal(middle, 35 * HOUR, whole)).toEqual({ from: 35 * HOUR, to: 55 * HOUR });
    expect(reveal(middle, 50 * HOUR, whole)).toBe(middle);
  });

  it("knows whether there is more to see", () => {
    expect(isZoomed(middle, whole)).toBe(true);
    expect(isZoomed(whole, whole)).toBe(false);
  });

  it("is never outside, empty or wider than the whole", () => {
    const place = fc.integer({ min: -200, max: 300 }).map((hours) => hours * HOUR);
    fc.assert(
      fc.property(place, place, (from, to) => {
        const view = clampView({ from, to }, whole);
        expect(view.from).toBeGreaterThanOrEqual(whole.from);
        expect(view.to).toBeLessThanOrEqual(whole.to);
        expect(view.to - view.from).toBeGreaterThanOrEqual(HOUR / 2);
      }),
    );
  });
});
