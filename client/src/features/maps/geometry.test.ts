import { expect, it } from "vitest";
import { destination, distanceM, type LatLon, wedge } from "./geometry.ts";

const centre: LatLon = [-12.0792, -45.8026];

it("goes as far as told, north up and east to the right", () => {
  const north = destination(centre, 0, 560);
  const east = destination(centre, 90, 560);
  expect(distanceM(centre, north)).toBeCloseTo(560, 3);
  expect(distanceM(centre, east)).toBeCloseTo(560, 3);
  expect(north[0]).toBeGreaterThan(centre[0]);
  expect(north[1]).toBeCloseTo(centre[1], 9);
  expect(east[1]).toBeGreaterThan(centre[1]);
});

it("draws a whole circle without its centre, a sector with it", () => {
  const circle = wedge(centre, 560, 0, 360);
  expect(circle).toHaveLength(100);
  expect(circle).not.toContainEqual(centre);
  for (const point of circle) expect(distanceM(centre, point)).toBeCloseTo(560, 3);
  const quarter = wedge(centre, 560, 0, 90);
  expect(quarter[0]).toEqual(centre);
  expect(quarter).toHaveLength(27);
});

it("passes over north", () => {
  const [, first, ...rest] = wedge(centre, 100, 350, 10);
  expect(first?.[1]).toBeLessThan(centre[1]);
  expect(rest.at(-1)?.[1]).toBeGreaterThan(centre[1]);
  for (const [lat] of rest) expect(lat).toBeGreaterThan(centre[0]);
});
