import type { FarmLine, Polygon } from "@lamina/shared/records/farm";

/** Metres of a degree of latitude. */
const DEGREE_M = 111_320;

interface Point {
  lat: number;
  lon: number;
}

/** The point at a distance in m and a bearing in ° (0 north, clockwise). Accurate enough within a farm. */
export function pointAt({ lat, lon }: Point, bearingDeg: number, distanceM: number): Point {
  const bearing = (bearingDeg * Math.PI) / 180;
  return {
    lat: sixDecimals(lat + (distanceM * Math.cos(bearing)) / DEGREE_M),
    lon: sixDecimals(lon + (distanceM * Math.sin(bearing)) / (DEGREE_M * Math.cos((lat * Math.PI) / 180))),
  };
}

/** GeoJSON of an outline given as corners of [latitude, longitude]. */
export function outline(...corners: readonly (readonly [number, number])[]): Polygon {
  const ring = corners.map(([lat, lon]): [number, number] => [lon, lat]);
  return { type: "Polygon", coordinates: [[...ring, ...ring.slice(0, 1)]] };
}

/** A line on the map through points of [latitude, longitude]. Its name is at the point in its middle. */
export function line(
  name: string,
  kind: FarmLine["kind"],
  ...points: readonly (readonly [number, number])[]
): FarmLine {
  return { name, kind, points: points.map(([lat, lon]) => [lon, lat]) };
}

const sixDecimals = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
