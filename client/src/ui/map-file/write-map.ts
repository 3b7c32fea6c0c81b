import type { Position } from "@lamina/shared/rules/outline";

/** A thing of a map file: an area by its rings, or a line. */
export interface MapFeature {
  name: string;
  kind: "area" | "line";
  rings: readonly (readonly Position[])[];
  /** Numbers and words by name; empty ones are left out. */
  properties: Readonly<Record<string, string | number | null | undefined>>;
}

const given = ({ properties }: MapFeature) =>
  Object.entries(properties).filter(([, value]) => value !== null && value !== undefined && value !== "");

/** Features as GeoJSON (RFC 7946), with their names. */
export function geoJsonOf(features: readonly MapFeature[]): string {
  return JSON.stringify({
    type: "FeatureCollection",
    features: features.map((feature) => ({
      type: "Feature",
      properties: { name: feature.name, ...Object.fromEntries(given(feature)) },
      geometry:
        feature.kind === "area"
          ? { type: "Polygon", coordinates: feature.rings }
          : { type: "LineString", coordinates: feature.rings[0] },
    })),
  });
}

/** Features as KML 2.2, with their properties as extended data. */
export function kmlOf(title: string, features: readonly MapFeature[]): string {
  const ring = (points: readonly Position[]) =>
    `<coordinates>${points.map(([lon, lat]) => `${lon},${lat}`).join(" ")}</coordinates>`;
  const area = ([outline = [], ...holes]: MapFeature["rings"]) =>
    [
      `<Polygon><outerBoundaryIs><LinearRing>${ring(outline)}</LinearRing></outerBoundaryIs>`,
      ...holes.map((hole) => `<innerBoundaryIs><LinearRing>${ring(hole)}</LinearRing></innerBoundaryIs>`),
      "</Polygon>",
    ].join("");
  const data = (feature: MapFeature) =>
    given(feature)
      .map(([name, value]) => `<Data name="${escaped(name)}"><value>${escaped(String(value))}</value></Data>`)
      .join("");
  const placemarks = features.map(
    (feature) =>
      `<Placemark><name>${escaped(feature.name)}</name><ExtendedData>${data(feature)}</ExtendedData>${
        feature.kind === "area" ? area(feature.rings) : `<LineString>${ring(feature.rings[0] ?? [])}</LineString>`
      }</Placemark>`,
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>${escaped(title)}</name>`,
    ...placemarks,
    "</Document></kml>",
  ].join("\n");
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
