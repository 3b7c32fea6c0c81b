import { areasIn, type Position } from "@lamina/shared/rules/outline";

/** Properties of a thing in a map file, by their names. */
export type Properties = Readonly<Record<string, unknown>>;

/** A feature of GeoJSON. */
export interface Thing {
  geometry?: unknown;
  properties?: Properties | null;
}

/** One area, line or point of a map file: longitude and latitude. The first ring of an area is its outline. */
export interface Shape {
  name: string;
  kind: "area" | "line" | "point";
  rings: readonly (readonly Position[])[];
  properties: Properties;
}

/** The shapes of one GeoJSON geometry; each part of a multiple one is a shape. */
export function shapesOf(geometry: unknown, name: string, properties: Properties): Shape[] {
  const areas = areasIn(geometry).map((rings) => rings.map((ring) => closed(cleaned(ring))));
  const lines = linesIn(geometry).map(cleaned);
  const shapes = [
    ...areas.map((rings) => ({ kind: "area" as const, rings })),
    // A line that returns to its beginning is an outline: programs draw paths for areas.
    ...lines.map((line) =>
      isClosed(line) ? { kind: "area" as const, rings: [closed(line)] } : { kind: "line" as const, rings: [line] },
    ),
    ...pointsIn(geometry).map((point) => ({ kind: "point" as const, rings: [cleaned([point])] })),
  ].filter(({ kind, rings }) => (rings[0]?.length ?? 0) >= { area: 4, line: 2, point: 1 }[kind]);
  return shapes.map((shape, index) => ({
    ...shape,
    name: index === 0 || name === "" ? name : `${name} (${index + 1})`,
    properties,
  }));
}

/** Whether positions cannot be degrees, as in files in metres. */
export const isInMetres = (shapes: readonly Shape[]): boolean =>
  shapes.some(({ rings }) =>
    rings.some((ring) => ring.some(([x = 0, y = 0]) => Math.abs(x) > 180 || Math.abs(y) > 180)),
  );

/** The shapes with longitude and latitude exchanged. */
export const swapped = (shapes: readonly Shape[]): Shape[] =>
  shapes.map((shape) => ({ ...shape, rings: shape.rings.map((ring) => ring.map(([x = 0, y = 0]) => [y, x])) }));

const same = (one: Position | undefined, other: Position | undefined) =>
  one?.[0] === other?.[0] && one?.[1] === other?.[1];
/** A track around a field is rarely closed to the metre: corners that a path needs to be an outline, and its gap. */
const [TRACK_CORNERS, TRACK_GAP] = [12, 0.04];

function isClosed(points: readonly Position[]): boolean {
  const [first, last] = [points[0], points[points.length - 1]];
  if (points.length >= 4 && same(first, last)) return true;
  if (points.length < TRACK_CORNERS) return false;
  const lengths = points.slice(1).map((point, index) => far(point, points[index]));
  return far(first, last) < TRACK_GAP * lengths.reduce((sum, length) => sum + length, 0);
}

const far = ([x1 = 0, y1 = 0]: Position = [], [x2 = 0, y2 = 0]: Position = []) => Math.hypot(x1 - x2, y1 - y2);
const closed = (ring: Position[]) => (same(ring[0], ring[ring.length - 1]) ? ring : [...ring, ...ring.slice(0, 1)]);

/** Points in two dimensions, without those that are no place and those that repeat the one before. */
function cleaned(points: readonly unknown[]): Position[] {
  const flat = points.flatMap((point): Position[] => {
    const [x, y] = Array.isArray(point) ? point : [];
    return typeof x === "number" && typeof y === "number" && Number.isFinite(x + y) ? [[x, y]] : [];
  });
  return flat.filter((point, index) => index === 0 || !same(point, flat[index - 1]));
}

type Geometry = { type?: unknown; coordinates?: unknown; geometries?: unknown } | null;
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function linesIn(geometry: unknown): (readonly unknown[])[] {
  const { type, coordinates, geometries } = (geometry ?? {}) as NonNullable<Geometry>;
  if (type === "GeometryCollection") return list(geometries).flatMap(linesIn);
  if (type === "LineString") return [list(coordinates)];
  return type === "MultiLineString" ? list(coordinates).map(list) : [];
}

function pointsIn(geometry: unknown): unknown[] {
  const { type, coordinates, geometries } = (geometry ?? {}) as NonNullable<Geometry>;
  if (type === "GeometryCollection") return list(geometries).flatMap(pointsIn);
  if (type === "Point") return [coordinates];
  return type === "MultiPoint" ? [...list(coordinates)] : [];
}
