import { describe, expect, it } from "vitest";
import { isCrossing, plainPolygon } from "../rules/outline.ts";
import { checkFarm, FarmFields } from "./farm.ts";

const RING = [
  [-57.9451, -14.4104],
  [-57.9466, -14.4015],
  [-57.9647, -14.4054],
  [-57.9628, -14.4143],
  [-57.9451, -14.4104],
];
const POLYGON = { type: "Polygon", coordinates: [RING] };
const HIGH = { type: "Polygon", coordinates: [RING.map((point) => [...point, 12])] };
const feature = (geometry: unknown) => ({ type: "Feature", properties: { name: "Sede" }, geometry });

describe("the outline of a farm", () => {
  it.each([
    ["a bare polygon", POLYGON],
    ["a polygon with heights", HIGH],
    ["a feature", feature(POLYGON)],
    ["a collection of features", { type: "FeatureCollection", features: [feature(HIGH)] }],
    ["one of several polygons", { type: "MultiPolygon", coordinates: [HIGH.coordinates] }],
    ["a collection of geometries", { type: "GeometryCollection", geometries: [POLYGON] }],
  ])("is read from %s", (_, value) => {
    expect(FarmFields.shape.boundary.parse(value)).toEqual(POLYGON);
  });

  it("stays empty, and is refused with several areas or none", () => {
    const { boundary } = FarmFields.shape;
    expect([boundary.parse(null), boundary.parse(undefined)]).toEqual([null, undefined]);
    const several = boundary.safeParse({ type: "MultiPolygon", coordinates: [[RING], [RING]] });
    expect(several.error?.issues[0]).toMatchObject({ params: { id: "several-outlines" } });
    expect(boundary.safeParse({ type: "Point", coordinates: [-57, -14] }).success).toBe(false);
    expect(plainPolygon("x")).toBe("x");
  });

  const rulesOf = (coordinates: readonly number[][], place = {}) =>
    checkFarm({ lat: -14.4, lon: -57.9, ...place, boundary: { type: "Polygon", coordinates: [coordinates as never] } });
  it.each([
    ["swapped", RING.map(([lon = 0, lat = 0]) => [lat, lon]), {}],
    ["outside-brazil", RING.map(([lon = 0, lat = 0]) => [lon + 60, lat + 60]), {}],
    ["far-from-seat", RING, { lat: -8, lon: -50 }],
    ["crossing", [RING[0] ?? [], RING[2] ?? [], RING[1] ?? [], RING[3] ?? [], RING[0] ?? []], {}],
  ])("is refused by name: %s", (id, ring, place) => {
    expect(rulesOf(ring, place)).toMatchObject([{ field: "boundary", id }]);
  });

  it("may touch itself, and have two thousand corners", () => {
    expect(rulesOf(RING)).toEqual([]);
    const circle = Array.from({ length: 2000 }, (_, step) => [
      -50 + 0.01 * Math.sin((step / 1000) * Math.PI),
      -15 + 0.01 * Math.cos((step / 1000) * Math.PI),
    ]);
    expect(isCrossing([...circle, ...circle.slice(0, 1)])).toBe(false);
  });
});
