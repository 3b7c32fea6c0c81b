import { expect, it } from "vitest";
import { bearing, destination, distanceM, type LatLon, outlineAreaHa, wedge } from "./geometry.ts";

const farm: LatLon = [-12.09, -45.79];

it.each([0, 45, 90, 180, 271])("computes a point at %d° and the distance and direction back", (angle) => {
  const there = destination(farm, angle, 600);
  expect(distanceM(farm, there)).toBeCloseTo(600, 3);
  expect(bearing(farm, there)).toBeCloseTo(angle, 3);
});

it("measures a circle, a quarter across north, and their outlines", () => {
  expect(outlineAreaHa(wedge(farm, 600, 0, 360))).toBeCloseTo(113.1, 0);
  expect(outlineAreaHa(wedge(farm, 600, 315, 45))).toBeCloseTo(113.1 / 4, 0);
  expect(outlineAreaHa([farm, destination(farm, 90, 100)])).toBe(0);
});

it("draws a whole circle without its centre, and a sector with it", () => {
  const circle = wedge(farm, 560, 0, 360);
  expect(circle).toHaveLength(100);
  expect(circle).not.toContainEqual(farm);
  for (const point of circle) expect(distanceM(farm, point)).toBeCloseTo(560, 3);
  const quarter = wedge(farm, 560, 0, 90);
  expect(quarter[0]).toEqual(farm);
  expect(quarter).toHaveLength(27);
});

it("passes over north", () => {
  const [, first, ...rest] = wedge(farm, 100, 350, 10);
  expect(first?.[1]).toBeLessThan(farm[1]);
  expect(rest.at(-1)?.[1]).toBeGreaterThan(farm[1]);
  for (const [lat] of rest) expect(lat).toBeGreaterThan(farm[0]);
});
