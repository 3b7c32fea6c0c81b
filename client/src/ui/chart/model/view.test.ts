import { HOUR_MS } from "@lamina/shared/core/time";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clampView, isZoomed, panView, reveal, zoomView } from "./view.ts";

const whole = { from: 0, to: 100 * HOUR_MS };
const middle = { from: 40 * HOUR_MS, to: 60 * HOUR_MS };

describe("a view", () => {
  it("zooms around the given position", () => {
    expect(zoomView(middle, 45 * HOUR_MS, 0.5, whole)).toEqual({ from: 42.5 * HOUR_MS, to: 52.5 * HOUR_MS });
    expect(zoomView(middle, 45 * HOUR_MS, 100, whole)).toEqual(whole);
  });

  it("stops at the ends", () => {
    expect(panView(middle, 90 * HOUR_MS, whole)).toEqual({ from: 80 * HOUR_MS, to: 100 * HOUR_MS });
    expect(panView(middle, -90 * HOUR_MS, whole)).toEqual({ from: 0, to: 20 * HOUR_MS });
  });

  it("follows the cursor", () => {
    expect(reveal(middle, 65 * HOUR_MS, whole)).toEqual({ from: 45 * HOUR_MS, to: 65 * HOUR_MS });
    expect(reveal(middle, 35 * HOUR_MS, whole)).toEqual({ from: 35 * HOUR_MS, to: 55 * HOUR_MS });
    expect(reveal(middle, 50 * HOUR_MS, whole)).toBe(middle);
  });

  it("knows whether it shows the whole period", () => {
    expect(isZoomed(middle, whole)).toBe(true);
    expect(isZoomed(whole, whole)).toBe(false);
  });

  it("is never outside, empty or wider than the whole", () => {
    const place = fc.integer({ min: -200, max: 300 }).map((hours) => hours * HOUR_MS);
    fc.assert(
      fc.property(place, place, (from, to) => {
        const view = clampView({ from, to }, whole);
        expect(view.from).toBeGreaterThanOrEqual(whole.from);
        expect(view.to).toBeLessThanOrEqual(whole.to);
        expect(view.to - view.from).toBeGreaterThanOrEqual(HOUR_MS / 2);
      }),
    );
  });
});
