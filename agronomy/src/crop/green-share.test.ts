import { describe, expect, it } from "vitest";
import { greenShare } from "./green-share.ts";

const leaf = [70, 120, 50, 255];
const shadedLeaf = [30, 52, 28, 255];
const colours = {
  redSoil: [150, 80, 50, 255],
  wetSoil: [60, 40, 30, 255],
  straw: [205, 190, 140, 255],
  dryLeaf: [170, 165, 90, 255],
  white: [250, 252, 250, 255],
  black: [0, 0, 0, 255],
  sky: [120, 170, 220, 255],
};

describe("the green share of a photo", () => {
  it("counts leaves in sun and shade", () => {
    expect(greenShare(leaf)).toBe(1);
    expect(greenShare(shadedLeaf)).toBe(1);
  });

  it.each(Object.entries(colours))("does not count %s", (_, colour) => {
    expect(greenShare(colour)).toBe(0);
  });

  it("is that of the pixels, 0 of an empty picture, and takes no part of a pixel", () => {
    expect(greenShare([...leaf, ...colours.redSoil, ...colours.straw, ...shadedLeaf])).toBe(0.5);
    expect(greenShare([])).toBe(0);
    expect(greenShare([...leaf, 70, 120])).toBe(1);
    // The excess is more than 20, and red less than 95 % of green.
    expect(greenShare([100, 110, 100, 255])).toBe(0);
    expect(greenShare([96, 110, 90, 255])).toBe(1);
    expect(greenShare([105, 110, 60, 255])).toBe(0);
  });
});
