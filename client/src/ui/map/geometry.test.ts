import { expect, it } from "vitest";
import { bearing, destination, distanceM, type LatLon, outlineAreaHa, wedge, wedgeAreaHa } from "./geometry.ts";

const farm: LatLon = [-12.09, -45.79];

it.each([0, 45, 90, 180, 271])("goes out and finds its way back: %d°", (angle) => {
  const there = destination(farm, angle, 600);
  expect(distanceM(farm, there)).toBeCloseTo(600, 3);
  expect(bearing(farm, there)).toBeCloseTo(angle, 3);
});

it("measures a circle, a quarter that passes over north, and the outline of either", () => {
  expect(wedgeAreaHa(600, 0, 360)).toBeCloseTo(113.1, 1);
  expect(wedgeAreaHa(600, 315, 45)).toBeCloseTo(113.1 / 4, 1);
  expect(outlineAreaHa(wedge(farm, 600, 0, 360))).toBeCloseTo(113.1, 0);
  expect(outlineAreaHa(wedge(farm, 600, 315, 45))).toBeCloseTo(113.1 / 4, 0);
  expect(outlineAreaHa([farm, destination(farm, 90, 100)])).toBe(0);
});
