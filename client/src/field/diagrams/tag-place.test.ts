import { describe, expect, it } from "vitest";
import { freeAngle, tagFits } from "./tag-place.ts";

describe("freeAngle", () => {
  const arc = { from: 300, to: 60 };

  it("is the middle, unless the arm is there", () => {
    expect(freeAngle(arc, null, 20)).toBe(0);
    expect(freeAngle(arc, 180, 20)).toBe(0);
    expect(freeAngle(arc, 30, 20)).toBe(0);
  });

  it("moves to the wider side of the arm", () => {
    expect(freeAngle(arc, 5, 20)).toBe(345);
    expect(freeAngle(arc, 355, 20)).toBe(15);
    expect(freeAngle(arc, 0, 20)).toBe(20);
  });
});

describe("tagFits", () => {
  const arc = { from: 0, to: 90 };

  it("needs depth in the east and width in the north", () => {
    expect(tagFits({ width: 80, height: 20 }, 80, { radius: 100, depth: 60, arc })).toBe(false);
    expect(tagFits({ width: 80, height: 20 }, 45, { radius: 100, depth: 74, arc })).toBe(true);
    expect(tagFits({ width: 80, height: 20 }, 5, { radius: 100, depth: 74, arc })).toBe(false);
    expect(tagFits({ width: 80, height: 20 }, 5, { radius: 100, depth: 74, arc: { from: 0, to: 360 } })).toBe(true);
  });
});
