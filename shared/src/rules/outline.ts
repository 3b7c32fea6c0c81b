import type { BrokenRule } from "./rule.ts";

/** A point of GeoJSON: longitude, latitude, and in some files a height. */
export type Position = readonly number[];
/** Rings of one area; the first one is its outline. */
type Rings = readonly (readonly Position[])[];

/** Brazil's extent (domain, 7). */
const BRAZIL = { lat: [-34, 6], lon: [-74, -34] } as const;
/** Farthest point of an outline from its farm's seat, km: the largest farms of Brazil have some 50 km. */
const FARTHEST_KM = 100;
const KM_PER_DEGREE = 111.2;

const isWithin = (value = Number.NaN, [from, to]: readonly [number, number]) => value >= from && value <= to;

export const isInBrazil = ([lon, lat]: Position) => isWithin(lon, BRAZIL.lon) && isWithin(lat, BRAZIL.lat);

/** Whether latitude and longitude changed places: all points are outside Brazil, and inside after a swap. */
export function isSwapped(points: readonly Position[]): boolean {
  return points.length > 0 && points.every(([lon = 0, lat = 0]) => !isInBrazil([lon, lat]) && isInBrazil([lat, lon]));
}

/** Whether two sides of a ring cross, as in a bow tie. Sides that only touch do not. */
export function isCrossing(ring: readonly Position[]): boolean {
  const sides = ring.slice(1).map((end, index) => {
    const [[x1 = 0, y1 = 0], [x2 = 0, y2 = 0]] = [ring[index] ?? end, end];
    return { x1, y1, x2, y2, west: Math.min(x1, x2), east: Math.max(x1, x2) };
  });
  sides.sort((one, other) => one.west - other.west);
  for (const [index, one] of sides.entries())
    for (let next = index + 1; next < sides.length; next++) {
      const other = sides[next];
      if (!other || other.west > one.east) break;
      const { x1, y1, x2, y2 } = other;
      if (isLeft(one, x1, y1) * isLeft(one, x2, y2) >= 0) continue;
      if (isLeft(other, one.x1, one.y1) * isLeft(other, one.x2, one.y2) < 0) return true;
    }
  return false;
}

interface Side {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

/** 1 for a point on the left of a side, -1 on its right, 0 on its line. */
const isLeft = ({ x1, y1, x2, y2 }: Side, x: number, y: number) =>
  Math.sign((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1));

/** Kilometres between two points, on a plane: exact enough to find a wrong place. */
export function roughKm([lon1 = 0, lat1 = 0]: Position, [lon2 = 0, lat2 = 0]: Position): number {
  const shrink = Math.cos(((lat1 + lat2) / 2) * (Math.PI / 180));
  return KM_PER_DEGREE * Math.hypot((lon2 - lon1) * shrink, lat2 - lat1);
}

/** The areas of any GeoJSON value, in two dimensions. */
export function areasIn(value: unknown): Rings[] {
  if (!isRecord(value)) return [];
  const { type, coordinates, geometry, geometries, features } = value;
  if (type === "Feature") return areasIn(geometry);
  if (type === "FeatureCollection") return list(features).flatMap(areasIn);
  if (type === "GeometryCollection") return list(geometries).flatMap(areasIn);
  if (type === "Polygon") return [flat(coordinates)];
  return type === "MultiPolygon" ? list(coordinates).map(flat) : [];
}

/**
 * One area in the form of the records, from any form of GeoJSON: a feature or collection of one area, with heights or not.
 * Other values are returned as they are, for their schema to refuse; several areas are `null`.
 */
export function plainPolygon(value: unknown): unknown {
  const [area, ...others] = areasIn(value);
  if (others.length > 0) return null;
  return area ? { type: "Polygon", coordinates: area } : value;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function flat(rings: unknown): Rings {
  return list(rings).map((ring) => list(ring).map((point) => list(point).slice(0, 2) as Position));
}

interface Place {
  lat?: number | undefined;
  lon?: number | undefined;
  boundary?: { coordinates: Rings } | null | undefined;
}

/** The faults of a farm's outline on the ground. */
export function checkOutline({ lat, lon, boundary }: Place): BrokenRule[] {
  const rings = boundary?.coordinates ?? [];
  const points = rings.flat();
  const broken = (id: string, limits = {}): BrokenRule[] => [{ field: "boundary", id, ...limits }];
  if (isSwapped(points)) return broken("swapped");
  if (!points.every(isInBrazil)) return broken("outside-brazil");
  if (rings.some(isCrossing)) return broken("crossing");
  const farthest =
    lat === undefined || lon === undefined ? 0 : Math.max(0, ...points.map((point) => roughKm(point, [lon, lat])));
  return farthest > FARTHEST_KM ? broken("far-from-seat", { maximum: FARTHEST_KM, unit: "km" }) : [];
}
