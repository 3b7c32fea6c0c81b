import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { declaredZip } from "../import/testing/declared-zip.ts";
import { openMap } from "./open-map.ts";
import { encodingOf } from "./shapefile.ts";
import { shapefileZip, UTM_22S } from "./testing/shapefile.ts";
import { thinned } from "./thin-line.ts";

const RING = [
  [-57.9451, -14.4104],
  [-57.9466, -14.4015],
  [-57.9647, -14.4054],
  [-57.9628, -14.4143],
  [-57.9451, -14.4104],
];
const high = (points: readonly number[][]) => points.map((point) => [...point, 0]);
const open = (content: string | Uint8Array) =>
  openMap((typeof content === "string" ? new TextEncoder().encode(content) : content).slice().buffer);
const json = (value: unknown) => open(JSON.stringify(value));
const placemark = (name: string) =>
  `<Placemark>${name}<Polygon><outerBoundaryIs><LinearRing><coordinates>\n${high(RING).map(String).join(" ")}\n</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`;
const kml = (content: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${content}</Document></kml>`;

describe("a map file", () => {
  const area = { kind: "area", rings: [RING] };

  it.each([
    ["a bare polygon with heights", { type: "Polygon", coordinates: [high(RING)] }, ""],
    [
      "a feature",
      { type: "Feature", properties: { TALHAO: "T 3" }, geometry: { type: "Polygon", coordinates: [RING] } },
      "T 3",
    ],
    [
      "a collection in a collection",
      {
        type: "FeatureCollection",
        features: [
          { type: "Feature", properties: { name: "G" }, geometry: null },
          {
            type: "Feature",
            properties: { id: 7, name: "Gleba" },
            geometry: { type: "GeometryCollection", geometries: [{ type: "MultiPolygon", coordinates: [[RING]] }] },
          },
        ],
      },
      "Gleba",
    ],
    ["an outline that is not closed", { type: "Polygon", coordinates: [RING.slice(0, 4)] }, ""],
    ["a path that returns to its beginning", { type: "LineString", coordinates: RING }, ""],
  ])("is read from GeoJSON: %s", async (_, value, name) => {
    expect(await json(value)).toMatchObject([{ ...area, name }]);
  });

  it("is read from KML, also without the vocabularies that it uses, and from KMZ", async () => {
    const text = kml(`${placemark("<name>Talhão Garagem</name><gx:balloonVisibility>1</gx:balloonVisibility>")}`);
    for (const file of [text, zipSync({ "doc.kml": strToU8(text), "files/icon.png": new Uint8Array(9) })])
      expect(await open(file)).toMatchObject([{ ...area, name: "Talhão Garagem" }]);
  });

  it("is read from a shapefile in the coordinates of its .prj, with the names of its table", async () => {
    const found = await open(shapefileZip({ prj: UTM_22S.sirgas, points: UTM_22S.points, name: "Pivô Ipê" }));
    expect(found).toMatchObject([{ kind: "area", name: "Pivô Ipê" }]);
    for (const [index, [lon = 0, lat = 0]] of (found[0]?.rings[0] ?? []).entries()) {
      const [expectedLon = 0, expectedLat = 0] = UTM_22S.degrees[index] ?? [];
      expect([lon, lat]).toEqual([expect.closeTo(expectedLon, 6), expect.closeTo(expectedLat, 6)]);
    }
  });

  const near = (points: readonly (readonly number[])[] = []) =>
    points.map(([lon = 0, lat = 0]) => [expect.closeTo(lon, 6), expect.closeTo(lat, 6)]);

  it.each([
    ["urn:ogc:def:crs:EPSG::31982", UTM_22S.points, UTM_22S.degrees],
    ["EPSG:32722", UTM_22S.points, UTM_22S.degrees],
    ["urn:ogc:def:crs:OGC:1.3:CRS84", RING, RING],
    ["urn:ogc:def:crs:EPSG::4674", RING, RING],
    [
      "EPSG:3857",
      [
        [-5_577_105.47, -1_711_482.46],
        [-5_577_105.47, -1_700_000],
        [-5_570_000, -1_700_000],
        [-5_577_105.47, -1_711_482.46],
      ],
      undefined,
    ],
  ])("is read from GeoJSON in %s", async (name, points, degrees) => {
    const crs = { type: "name", properties: { name } };
    const geometry = { type: "MultiPolygon", coordinates: [[points]] };
    const [found] = await json({
      type: "FeatureCollection",
      crs,
      features: [{ type: "Feature", properties: {}, geometry }],
    });
    if (degrees) expect(found?.rings[0]).toEqual(near(degrees));
    else expect(found?.rings[0]?.[0]).toEqual([expect.closeTo(-50.1, 4), expect.closeTo(-15.2, 1)]);
  });

  it("is read from a file in metres in the zone that a person chooses", async () => {
    const file = shapefileZip({ points: UTM_22S.points, name: "x" });
    const [found] = await openMap(file.slice().buffer, 22);
    expect(found?.rings[0]).toEqual(near(UTM_22S.degrees));
  });

  it("is read from Esri JSON, from features by line, and from GPX", async () => {
    const esri = {
      geometryType: "esriGeometryPolygon",
      spatialReference: { wkid: 4326 },
      features: [{ attributes: { NOME: "T 1" }, geometry: { rings: [RING] } }],
    };
    expect(await json(esri)).toMatchObject([{ ...area, name: "T 1" }]);
    const feature = JSON.stringify({
      type: "Feature",
      properties: { name: "T 2" },
      geometry: { type: "Polygon", coordinates: [RING] },
    });
    expect(await open(`${feature}\n${feature}\n`)).toHaveLength(2);
    const points = RING.map(([lon, lat]) => `<trkpt lat="${lat}" lon="${lon}"></trkpt>`).join("");
    const gpx = `<?xml version="1.0"?><gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1"><trk><name>Volta</name><trkseg>${points}</trkseg></trk></gpx>`;
    expect(await open(gpx)).toMatchObject([{ ...area, name: "Volta" }]);
  });

  it("is read from KMZ with several files, folders, old names and other encodings", async () => {
    const folder = `<Folder><name>Pivôs</name>${placemark("<name>P 1</name><styleUrl>#s</styleUrl>")}</Folder>`;
    const old = `<?xml version="1.0" encoding="ISO-8859-1"?><kml xmlns="http://earth.google.com/kml/2.1"><Document><Style id="s"/>${folder}</Document></kml>`;
    const latin = Uint8Array.from(old, (letter) => letter.charCodeAt(0));
    const found = await open(
      zipSync({ "doc.kml": strToU8(kml(placemark("<name>Sede</name>"))), "a/b/pivos.kml": latin }),
    );
    expect(found.map(({ name }) => name)).toEqual(["Sede", "P 1"]);
  });

  it.each([
    ["UTF-8", "utf-8"],
    ["1252", "windows-1252"],
    ["ANSI 1252", "windows-1252"],
    ["88591", "iso-8859-1"],
    ["ISO-8859-1", "iso-8859-1"],
    ["LATIN1", "iso-8859-1"],
    ["OEM 850", "windows-1252"],
  ])("knows the encoding %s of a table", (written, encoding) => {
    expect(encodingOf(written)).toBe(encoding);
  });

  it("takes a track that returns almost to its beginning for an outline", async () => {
    const ring = Array.from({ length: 40 }, (_, step) => [
      -50 + Math.cos(step / 6.4) / 300,
      -15 + Math.sin(step / 6.4) / 300,
    ]);
    expect(await json({ type: "LineString", coordinates: ring })).toMatchObject([{ kind: "area" }]);
    expect(await json({ type: "LineString", coordinates: ring.slice(0, 30) })).toMatchObject([{ kind: "line" }]);
  });

  it("shifts the datum SAD 69, which is 60 m beside the others", async () => {
    const read = async (prj: string) =>
      (await open(shapefileZip({ prj, points: UTM_22S.points, name: "x" })))[0]?.rings[0]?.[0] ?? [];
    const [sirgas, sad] = [await read(UTM_22S.sirgas), await read(UTM_22S.sad69)];
    const metres = Math.hypot((sirgas[0] ?? 0) - (sad[0] ?? 0), (sirgas[1] ?? 0) - (sad[1] ?? 0)) * 111_000;
    expect(metres).toBeGreaterThan(40);
    expect(metres).toBeLessThan(90);
  });

  it.each([
    [
      "unknown-crs",
      () =>
        json({ type: "FeatureCollection", crs: { type: "name", properties: { name: "EPSG:29192" } }, features: [] }),
    ],
    ["metres", () => json({ type: "Polygon", coordinates: [RING.map(([x = 0, y = 0]) => [x * 10_000, y * 10_000])] })],
    ["metres", () => open(shapefileZip({ points: UTM_22S.points, name: "x" }))],
    ["no-shapes", () => json({ type: "FeatureCollection", features: [] })],
    ["no-shapes", () => open(kml("<NetworkLink><Link><href>http://x/y.kml</href></Link></NetworkLink>"))],
    ["no-shapes", () => open("")],
    ["no-map", () => open("Pivô;Raio\r\n1;400\r\n")],
    ["no-map", () => open(zipSync({ "leia-me.txt": strToU8("x") }))],
    ["broken", () => open(`{"type": "FeatureCollection", "features": [`)],
    ["broken", () => open(`${kml("")}<`)],
    ["broken", () => open(`{"type": "FeatureCollection", "features": ${"[".repeat(100_000)}${"]".repeat(100_000)}}`)],
    ["drawing", () => open("  0\r\nSECTION\r\n  2\r\nHEADER\r\n  9\r\n$ACADVER\r\n")],
    ["drawing", () => open("AC1032\u0000\u0000")],
    ["bomb", () => open(declaredZip("doc.kml", 320_000_000))],
    ["bomb", () => open(`<?xml version="1.0"?><!DOCTYPE kml [<!ENTITY a "aaaa">]><kml>&a;</kml>`)],
    ["path", () => open(zipSync({ "../doc.kml": strToU8(kml("")) }))],
  ])("is refused by name: %s", async (reason, read) => {
    await expect(read()).rejects.toMatchObject({ reason });
  });

  it("keeps the form of a line with fewer points", () => {
    const wave = Array.from({ length: 9_000 }, (_, index) => [-50 + index / 1e5, -15 + Math.sin(index / 500) / 1e3]);
    const { points, offM } = thinned(wave, 500);
    expect(points.length).toBeLessThanOrEqual(500);
    expect(offM).toBeLessThan(2);
    expect([points[0], points[points.length - 1]]).toEqual([wave[0], wave[8_999]]);
  });
});
