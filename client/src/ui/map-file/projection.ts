import type { Position } from "@lamina/shared/rules/outline";
import type { Shape } from "./shape.ts";

/** Turns a point of a file into longitude and latitude. */
type Projection = (point: Position) => Position;

const RADIAN = Math.PI / 180;
const SEMI_AXIS = 6_378_137;
const FLATTENING = 1 / 298.257222101;
const SCALE = 0.9996;
const [EAST_0, NORTH_0] = [500_000, 10_000_000];

/**
 * Inverse of UTM on GRS 80 by Krüger's series of the third order (L. Krüger 1912, as in IOGP 373-7-2), exact to the millimetre.
 * WGS 84 and SIRGAS 2000 differ by less.
 */
export function utm(zone: number, side: "N" | "S"): Projection {
  const n = FLATTENING / (2 - FLATTENING);
  const radius = (SEMI_AXIS / (1 + n)) * (1 + n ** 2 / 4 + n ** 4 / 64);
  const beta = [n / 2 - (2 / 3) * n ** 2 + (37 / 96) * n ** 3, n ** 2 / 48 + n ** 3 / 15, (17 / 480) * n ** 3];
  const delta = [2 * n - (2 / 3) * n ** 2 - 2 * n ** 3, (7 / 3) * n ** 2 - (8 / 5) * n ** 3, (56 / 15) * n ** 3];
  return ([x = 0, y = 0]) => {
    const north = (y - (side === "S" ? NORTH_0 : 0)) / (SCALE * radius);
    const east = (x - EAST_0) / (SCALE * radius);
    let [xi, eta] = [north, east];
    for (const [index, b] of beta.entries()) {
      const j = 2 * (index + 1);
      xi -= b * Math.sin(j * north) * Math.cosh(j * east);
      eta -= b * Math.cos(j * north) * Math.sinh(j * east);
    }
    const chi = Math.asin(Math.sin(xi) / Math.cosh(eta));
    const lat = delta.reduce((sum, d, index) => sum + d * Math.sin(2 * (index + 1) * chi), chi);
    const lon = 6 * zone - 183 + Math.atan2(Math.sinh(eta), Math.cos(xi)) / RADIAN;
    return [lon, lat / RADIAN];
  };
}

const webMercator: Projection = ([x = 0, y = 0]) => [
  x / SEMI_AXIS / RADIAN,
  Math.atan(Math.sinh(y / SEMI_AXIS)) / RADIAN,
];
const same: Projection = (point) => point;

/** The projection of a named system, as EPSG code or `CRS84`; undefined for one that is not read here. */
export function projectionNamed(name: string): Projection | undefined {
  if (/CRS:?84/i.test(name)) return same;
  const code = Number(/(?:EPSG\D{1,4}|wkid"?:\s*|code"?:\s*"?)(\d{4,6})/i.exec(name)?.[1] ?? Number.NaN);
  if (code === 4326 || code === 4674 || code === 4979 || code === 4989) return same;
  if (code === 3857 || code === 900913 || code === 102100) return webMercator;
  // SIRGAS 2000: 17 S to 25 S and 11 N to 22 N; WGS 84: all zones.
  if (code >= 31977 && code <= 31985) return utm(code - 31960, "S");
  if (code >= 31972 && code <= 31976) return utm(code - 31954, "N");
  if (code >= 32701 && code <= 32760) return utm(code - 32700, "S");
  return code >= 32601 && code <= 32660 ? utm(code - 32600, "N") : undefined;
}

/** Shapes in degrees. */
export const projected = (shapes: readonly Shape[], projection: Projection): Shape[] =>
  shapes.map((shape) => ({ ...shape, rings: shape.rings.map((ring) => ring.map(projection)) }));

/** A geometry of GeoJSON in degrees. */
export function projectedGeometry(geometry: unknown, projection: Projection): unknown {
  if (typeof geometry !== "object" || geometry === null) return geometry;
  const { coordinates, geometries } = geometry as { coordinates?: unknown; geometries?: unknown };
  return {
    ...geometry,
    ...(coordinates !== undefined && { coordinates: placed(coordinates, projection) }),
    ...(Array.isArray(geometries) && { geometries: geometries.map((one) => projectedGeometry(one, projection)) }),
  };
}

function placed(value: unknown, projection: Projection): unknown {
  if (!Array.isArray(value)) return value;
  const [x, y] = value;
  return typeof x === "number" && typeof y === "number"
    ? projection([x, y])
    : value.map((one) => placed(one, projection));
}
