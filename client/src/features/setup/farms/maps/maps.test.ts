import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { destination, type LatLon, wedge } from "../../../../ui/map/geometry.ts";
import { openMap } from "../../../../ui/map-file/open-map.ts";
import type { Shape } from "../../../../ui/map-file/shape.ts";
import { geoJsonOf, kmlOf } from "../../../../ui/map-file/write-map.ts";
import { listsOf } from "../../records/data/lists-of.ts";
import type { AnyRecord } from "../../records/data/screen-config.ts";
import { mapFeatures } from "./map-features.ts";
import { changesOf } from "./map-rows.ts";
import { placesOf } from "./places.ts";
import { text } from "./text.ts";

const record = (fields: { _id: string } & Readonly<Record<string, unknown>>): AnyRecord => ({
  clientId: "c1",
  ...fields,
});
const defaults = { timezone: "America/Sao_Paulo", depthMm: 8, soilId: "s1" } as const;
const SEAT: LatLon = [-17.22, -47.88];

function farmOf(pivots: readonly object[], sectors: readonly object[] = [], farm: object = {}) {
  return listsOf(
    new Map([
      ["farm", [record({ _id: "f1", name: "Buriti", lat: SEAT[0], lon: SEAT[1], ...farm })]],
      [
        "pivot",
        pivots.map((pivot, index) =>
          record({ _id: `p${index}`, farmId: "f1", flowM3h: 150, efficiencyPct: 85, ...pivot }),
        ),
      ],
      ["pivotSector", sectors.map((sector, index) => record({ _id: `x${index}`, soilId: "s1", ...sector }))],
      ["soil", [record({ _id: "s1", name: "Latossolo", layers: [{ depthCm: 60, fcPct: 30, wpPct: 16 }] })]],
    ]),
  );
}
const read = (content: string) => openMap(new TextEncoder().encode(content).buffer);
const look = (shapes: readonly Shape[], lists = farmOf([])) => {
  const farm = lists.find("farm", "f1");
  const places = placesOf(shapes, new Map(), { lists, farm });
  return { places, ...changesOf({ places, farm, lists, defaults }) };
};
const area = (points: readonly LatLon[], name = "", properties = {}): Shape => ({
  ...{ name, kind: "area", properties },
  rings: [[...points, ...points.slice(0, 1)].map(([lat, lon]) => [lon, lat])],
});

describe("the export of a map", () => {
  const angle = fc.integer({ min: 0, max: 3599 }).map((tenth) => tenth / 10);
  const pivot = fc.record({
    east: fc.double({ min: -0.1, max: 0.1, noNaN: true }),
    radiusM: fc.double({ min: 60, max: 900, noNaN: true }),
    angleStart: angle,
    swept: fc.integer({ min: 20, max: 360 }),
  });

  it("is read back without a change, as GeoJSON and as KML", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(pivot, { minLength: 1, maxLength: 4 }), async (drawn) => {
        const pivots = drawn.map(({ east, radiusM, angleStart, swept }, index) => ({
          ...{ name: `Pivô <${index}> & "Ipê"`, lat: SEAT[0] + index * 0.05, lon: SEAT[1] + east, radiusM, angleStart },
          angleEnd: swept === 360 ? angleStart : (angleStart + swept) % 360,
        }));
        const sectors = pivots.map(({ angleStart }, index) => ({
          ...{ pivotId: `p${index}`, name: "Setor único", angleStart, angleEnd: (angleStart + 20) % 360 },
        }));
        const ring = [0, 100, 190, 280, 0].map((angle) => destination(SEAT, angle, 4_000).reverse());
        const lines = [{ name: "Rio", kind: "water", points: ring.slice(0, 3) }];
        const lists = farmOf(pivots, sectors, { boundary: { type: "Polygon", coordinates: [ring] }, lines });
        const features = mapFeatures(lists);
        for (const content of [geoJsonOf(features), kmlOf("Santa Clara", features)]) {
          const { rows, equal, places } = look(await read(content), lists);
          expect(places.map(({ fault }) => fault).filter(Boolean)).toEqual([]);
          expect(rows).toEqual({ farm: [], pivot: [], pivotSector: [] });
          expect(equal).toBe(2 + 2 * drawn.length);
        }
      }),
      { numRuns: 25 },
    );
  });

  it("takes a drawing that was changed since for the truth", async () => {
    const lists = farmOf([{ name: "Pivô 1", lat: SEAT[0], lon: SEAT[1], radiusM: 400, angleStart: 0, angleEnd: 360 }]);
    const [feature] = mapFeatures(lists);
    const moved = {
      ...area(wedge(destination(SEAT, 90, 30), 430, 0, 360), "Pivô 1"),
      properties: feature?.properties ?? {},
    };
    const { rows } = look([moved], lists);
    expect(rows.pivot).toMatchObject([{ fields: { _id: "p0", radiusM: expect.closeTo(430, 0) } }]);
  });
});

describe("a map that another program drew", () => {
  it("becomes the outline of the farm, machines with a flow, and the sectors of a machine", () => {
    const centre = destination(SEAT, 45, 1_500);
    const { places, rows } = look([
      area(
        [0, 90, 180, 270].map((angle) => destination(SEAT, angle, 5_000)),
        "Sede",
      ),
      area(wedge(centre, 450, 0, 360), "Pivô 7"),
      area(wedge(centre, 450, 0, 120), "A"),
    ]);
    expect(places.map(({ role }) => role)).toEqual(["farm", "pivot", "sector"]);
    expect(rows.farm).toMatchObject([{ fields: { _id: "f1", boundary: { type: "Polygon" } } }]);
    // 8 mm over 63.6 ha in 24 h.
    expect(rows.pivot).toMatchObject([{ fields: { name: "Pivô 7", farmId: "f1", flowM3h: expect.closeTo(212, 0) } }]);
    expect(rows.pivotSector).toMatchObject([{ fields: { name: "A", angleStart: 0, angleEnd: 120 } }]);
  });

  it("changes a stored machine at the same place, whatever the file calls it", () => {
    const lists = farmOf([{ name: "Pivô 1", lat: SEAT[0], lon: SEAT[1], radiusM: 400, angleStart: 0, angleEnd: 360 }]);
    const { rows } = look([area(wedge(destination(SEAT, 10, 12), 408, 0, 360), "TALHAO-01")], lists);
    expect(rows.pivot).toMatchObject([{ fields: { _id: "p0" } }]);
  });

  it.each([
    ["outside", area(wedge([46, 2], 400, 0, 360), "França"), text.outside],
    ["crossing", area([SEAT, [-17.21, -47.87], [-17.22, -47.87], [-17.21, -47.88]], "Laço"), text.crossing],
    ["nameless", area(wedge(SEAT, 400, 0, 360)), text.needsName],
  ])("names what cannot be: %s", (_, shape, fault) => {
    const { places, rows } = look([shape]);
    expect(places[0]?.fault).toBe(fault);
    expect([...rows.farm, ...rows.pivot]).toEqual([]);
  });

  it.each([
    ["a field", { RAIO: 412.5 }, "Pivô 9"],
    ["its name", {}, "Pivô 9 raio 412,5 m"],
    ["its description", { description: "Central, R=412.5m" }, "Pivô 9"],
  ])("takes a point with a radius in %s for a machine", (_, properties, name) => {
    const { rows } = look([{ kind: "point", name, properties, rings: [[[SEAT[1], SEAT[0]]]] }]);
    expect(rows.pivot).toMatchObject([{ fields: { name, lat: SEAT[0], lon: SEAT[1], radiusM: 412.5 } }]);
  });

  it("warns of a machine far from the farm", () => {
    const { places } = look([area(wedge(destination(SEAT, 0, 60_000), 400, 0, 360), "Longe")]);
    expect(places[0]?.warnings.join()).toContain("60 km");
  });
});
