import { randomOf } from "@lamina/shared/core/random";
import { describe, expect, it } from "vitest";
import { destination, type LatLon, wedge } from "../map/geometry.ts";
import { fitCircle } from "./fit-circle.ts";

const CENTRE: LatLon = [-17.2231, -47.8812];
const ringOf = (points: readonly LatLon[]) => [...points, ...points.slice(0, 1)].map(([lat, lon]) => [lon, lat]);

describe("the circle of an outline", () => {
  it.each([
    [0, 360, 412],
    [30, 200, 650],
    [300, 45, 520],
    [90, 120, 480],
    [10, 350, 800],
  ])("is found from its own drawing, %i° to %i°", (from, to, radius) => {
    const found = fitCircle(ringOf(wedge(CENTRE, radius, from, to)));
    expect(found?.radiusM).toBeCloseTo(radius, -0.1);
    expect(found?.lat).toBeCloseTo(CENTRE[0], 5);
    expect(found?.lon).toBeCloseTo(CENTRE[1], 5);
    expect(Math.abs((found?.angleStart ?? 0) - from)).toBeLessThan(0.5);
    expect(Math.abs((found?.angleEnd ?? 0) - to)).toBeLessThan(0.5);
  });

  it("is found from corners that a person drew, some metres beside it", () => {
    const random = randomOf(7);
    const drawn = Array.from({ length: 24 }, (_, step) => destination(CENTRE, step * 15, 400 + 8 * (random() - 0.5)));
    const found = fitCircle(ringOf(drawn));
    expect(Math.abs((found?.radiusM ?? 0) - 400)).toBeLessThan(3);
    expect(found).toMatchObject({ angleStart: 0, angleEnd: 360 });
  });

  it("is found from a half circle that its diameter closes", () => {
    const half = Array.from({ length: 30 }, (_, step) => destination(CENTRE, 90 + (180 * step) / 29, 500));
    expect(fitCircle(ringOf(half))).toMatchObject({
      angleStart: expect.closeTo(90, 0),
      angleEnd: expect.closeTo(270, 0),
    });
  });

  it.each([
    ["a square", [0, 90, 180, 270].map((angle) => destination(CENTRE, angle, 400))],
    [
      "a field with many corners on straight sides",
      Array.from({ length: 40 }, (_, step): LatLon => {
        const [side, along] = [Math.floor(step / 10), (step % 10) / 10];
        const corners = [0, 90, 180, 270].map((angle) => destination(CENTRE, angle, 400));
        const [from = CENTRE, to = CENTRE] = [corners[side], corners[(side + 1) % 4]];
        return [from[0] + along * (to[0] - from[0]), from[1] + along * (to[1] - from[1])];
      }),
    ],
    [
      "an ellipse",
      Array.from({ length: 36 }, (_, step) => destination(CENTRE, step * 10, 400 + 120 * Math.cos(step / 2.9))),
    ],
  ])("is none for %s", (_, points) => {
    expect(fitCircle(ringOf(points))).toBeUndefined();
  });
});
