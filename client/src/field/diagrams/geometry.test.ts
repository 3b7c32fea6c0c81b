import { describe, expect, it } from "vitest";
import { arcPath, levelRadius, middle, polar, sweep, turnTo, wedgePath } from "./geometry.ts";

describe("angles", () => {
  it.each([
    [0, 0, -10],
    [90, 10, 0],
    [180, 0, 10],
    [270, -10, 0],
  ])("puts %i° clockwise from north", (angle, x, y) => {
    const point = polar(10, angle);
    expect(point.x).toBeCloseTo(x);
    expect(point.y).toBeCloseTo(y);
  });

  it("spans arcs that pass over north, and whole circles", () => {
    expect(sweep({ from: 300, to: 60 })).toBe(120);
    expect(sweep({ from: 0, to: 360 })).toBe(360);
    expect(sweep({ from: 45, to: 45 })).toBe(360);
    expect(middle({ from: 300, to: 60 })).toBe(0);
    expect(middle({ from: 90, to: 180 })).toBe(135);
  });

  it("turns in the shorter direction", () => {
    expect(turnTo(359, 1)).toBe(361);
    expect(turnTo(361, 359)).toBe(359);
    expect(turnTo(0, 180)).toBe(-180);
    expect(turnTo(725, 10)).toBe(730);
  });
});

describe("paths", () => {
  it("draws a quarter from north to east", () => {
    expect(arcPath(10, { from: 0, to: 90 })).toBe("M0 -10A10 10 0 0 1 7.07 -7.07A10 10 0 0 1 10 0");
    expect(wedgePath(5, 10, { from: 0, to: 90 })).toMatch(/L5 0A5 5 0 0 0 3\.54 -3\.54A5 5 0 0 0 0 -5Z$/);
  });

  it("draws a whole ring without a seam", () => {
    expect(wedgePath(5, 10, { from: 0, to: 360 })).not.toContain("L");
  });
});

describe("levelRadius", () => {
  it("fills by area, within bounds", () => {
    expect(levelRadius(3, 5, 0)).toBe(3);
    expect(levelRadius(3, 5, 1)).toBe(5);
    expect(levelRadius(3, 5, 0.5) ** 2).toBeCloseTo(17);
    expect(levelRadius(3, 5, 1.4)).toBe(5);
    expect(levelRadius(3, 5, -1)).toBe(3);
  });
});
