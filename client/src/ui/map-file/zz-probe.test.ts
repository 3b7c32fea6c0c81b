import { appendFileSync, writeFileSync } from "node:fs";
import { strToU8, zipSync } from "fflate";
import { it } from "vitest";
import { destination, wedge } from "../map/geometry.ts";
import { fitCircle } from "./fit-circle.ts";
import { openMap } from "./open-map.ts";
const OUT = "/tmp/w33-map.txt"; writeFileSync(OUT, "");
async function show(n: string, c: string | Uint8Array) { try { const s = await openMap((typeof c === "string" ? strToU8(c) : c).slice().buffer); appendFileSync(OUT, `== ${n}: ` + s.map((x) => `${x.kind} "${x.name}" rings ${x.rings.map((r) => r.length)} ${JSON.stringify(x.properties).slice(0, 150)} fit ${x.rings[0] && JSON.stringify(fitCircle(x.rings[0]))}`).join("\n   ") + "\n"); } catch (e) { appendFileSync(OUT, `== ${n} THROWN ${String(e)}\n`); } }
it("p", async () => {
  const C = [-17.2, -47.88] as const;
  const ring36 = Array.from({ length: 37 }, (_, i) => destination([...C], (i % 36) * 10, 400)).map(([a, b]) => `${b.toFixed(6)},${a.toFixed(6)},0`).join(" ");
  const pm = (n: string, g: string) => `<Placemark><name>${n}</name>${g}</Placemark>`;
  const poly = `<Polygon><tessellate>1</tessellate><outerBoundaryIs><LinearRing><coordinates>${ring36}</coordinates></LinearRing></outerBoundaryIs></Polygon>`;
  const kml = `<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document><name>Fazenda.kmz</name><Folder><name>Fazenda</name><Folder><name>Pivôs</name>${pm("Pivô 1", poly)}<Folder><name>Sub</name>${pm("", poly)}${pm("Caminho", `<LineString><coordinates>${ring36}</coordinates></LineString>`)}</Folder></Folder></Folder></Document></kml>`;
  await show("kmz nested circles", zipSync({ "doc.kml": strToU8(kml), "files/icon.png": new Uint8Array(5) }));
  await show("kml untitled", kml.replaceAll("Pivô 1", "Polígono sem título"));
  const r = (d: number) => wedge([...C], d, 0, 360).map(([a, b]) => [b, a]); const cl = (x: number[][]) => [...x, x[0]];
  await show("multipolygon hole", JSON.stringify({ type: "FeatureCollection", features: [{ type: "Feature", properties: { TALHAO: "T1", AREA_HA: 50.2 }, geometry: { type: "MultiPolygon", coordinates: [[cl(r(400)), cl(r(50))], [cl(r(400).map(([x, y]) => [x! + 0.02, y!]))]] } }] }));
  await show("gpx walk", `<?xml version="1.0"?><gpx version="1.1" creator="Garmin" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>Divisa</name><trkseg>${Array.from({ length: 60 }, (_, i) => destination([...C], i * 6, 900 + (i % 3))).map(([a, b]) => `<trkpt lat="${a}" lon="${b}"><ele>900</ele><time>2024-01-15T13:00:00Z</time></trkpt>`).join("")}</trkseg></trk><wpt lat="-17.2" lon="-47.88"><name>Pivô central r=400</name></wpt></gpx>`);
  await show("gpx two segs", `<?xml version="1.0"?><gpx version="1.1" creator="Garmin" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>Divisa</name>${[0, 1].map((k) => `<trkseg>${Array.from({ length: 31 }, (_, i) => destination([...C], (k * 30 + i) * 6, 900)).map(([a, b]) => `<trkpt lat="${a}" lon="${b}"/>`).join("")}</trkseg>`).join("")}</trk></gpx>`);
  await show("geojson utm crs 31983", JSON.stringify({ type: "FeatureCollection", crs: { type: "name", properties: { name: "urn:ogc:def:crs:EPSG::31983" } }, features: [{ type: "Feature", properties: { Nome: "A" }, geometry: { type: "Polygon", coordinates: [[[180000, 8095000], [181000, 8095000], [181000, 8096000], [180000, 8095000]]] } }] }));
  await show("geojson sad69 29193", JSON.stringify({ type: "FeatureCollection", crs: { type: "name", properties: { name: "urn:ogc:def:crs:EPSG::29193" } }, features: [{ type: "Feature", properties: { Nome: "A" }, geometry: { type: "Polygon", coordinates: [[[180000, 8095000], [181000, 8095000], [181000, 8096000], [180000, 8095000]]] } }] }));
  await show("geojson sad69 geo 4618", JSON.stringify({ type: "FeatureCollection", crs: { type: "name", properties: { name: "urn:ogc:def:crs:EPSG::4618" } }, features: [{ type: "Feature", properties: { Nome: "A" }, geometry: { type: "Polygon", coordinates: [[[-47, -17], [-47, -17.1], [-47.1, -17.1], [-47, -17]]] } }] }));
});
