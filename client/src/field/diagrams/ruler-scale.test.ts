import { describe, expect, it } from "vitest";
import { bands, share, spread, ticks, topMm } from "./ruler-scale.ts";

const scale = { tawMm: 60, rawMm: 30, irrigateFromMm: 22 };

describe("the ruler", () => {
  it("goes from excess through green and yellow to red, without gaps", () => {
    expect(bands(scale)).toEqual([
      { kind: "excess", from: topMm(scale), to: 0 },
      { kind: "ok", from: 0, to: 22 },
      { kind: "irrigate", from: 22, to: 30 },
      { kind: "stress", from: 30, to: 60 },
    ]);
  });

  it("leaves out bands of height 0: a slow pivot is never green", () => {
    expect(bands({ ...scale, irrigateFromMm: -4 }).map(({ kind }) => kind)).toEqual(["excess", "irrigate", "stress"]);
    expect(bands({ tawMm: 40, rawMm: 40, irrigateFromMm: 50 }).map(({ kind }) => kind)).toEqual(["excess", "ok"]);
  });

  it("limits any depletion to the ruler", () => {
    expect(share(topMm(scale), scale)).toBe(0);
    expect(share(60, scale)).toBe(1);
    expect(share(99, scale)).toBe(1);
    expect(share(-99, scale)).toBe(0);
    expect(share(0, scale)).toBeLessThan(share(30, scale));
  });

  it("has at most as many numbered marks as fit", () => {
    expect(ticks(scale, 6)).toEqual([0, 10, 20, 30, 40, 50, 60]);
    expect(ticks({ ...scale, tawMm: 17 }, 4)).toEqual([0, 5, 10, 15]);
  });
});

describe("spread", () => {
  it("separates labels, in order and within the bounds", () => {
    expect(spread([10, 12, 50], 10, 0, 100)).toEqual([10, 20, 50]);
    expect(spread([95, 97, 99], 10, 0, 100)).toEqual([80, 90, 100]);
    expect(spread([-20, 5], 10, 0, 100)).toEqual([0, 10]);
    expect(spread([], 10, 0, 100)).toEqual([]);
  });
});
