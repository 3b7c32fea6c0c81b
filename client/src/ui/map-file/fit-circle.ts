import type { Position } from "@lamina/shared/rules/outline";
import { thinned } from "./thin-line.ts";

/** A circle or an arc on the ground; angles clockwise from north, 0 and 360 for a whole circle. */
export interface Circle {
  lat: number;
  lon: number;
  radiusM: number;
  angleStart: number;
  angleEnd: number;
  /** Distance of the outline's points from the circle, root of the mean square, m. */
  errorM: number;
}

const RADIAN = Math.PI / 180;
/** Metres of a degree of latitude on the mean sphere, as the maps draw circles. */
const DEGREE_M = 6_371_008.8 * RADIAN;
/** Corners that an outline needs: a square's four lie on a circle too. */
const FEWEST = 8;
/** Each corner is tried as a centre, so more would take seconds. */
const MAX_CORNERS = 600;
/** Deviation of a drawn circle from its fit, share of the radius. */
const MAX_ERROR = 0.04;
/** Share by which the area of an outline may differ from that of its circle. */
const MAX_AREA = 0.12;
/** A gap between corners that shows an arc, degrees: sides of a circle with few corners are shorter. */
const MIN_GAP = 20;

interface Point {
  x: number;
  y: number;
}
interface Fit extends Point {
  radius: number;
  error: number;
}

/** The circle or arc that an outline draws, by least squares; undefined for outlines of another form. */
export function fitCircle(ring: readonly Position[]): Circle | undefined {
  const open = thinned(ring, MAX_CORNERS).points.slice(0, -1);
  const [first] = open;
  if (!first || open.length < FEWEST) return undefined;
  const [lon0 = 0, lat0 = 0] = first;
  const middle = open.reduce((sum, [, lat = 0]) => sum + lat, 0) / open.length;
  const east = DEGREE_M * Math.cos(middle * RADIAN);
  const points = open.map(([lon = 0, lat = 0]) => ({ x: (lon - lon0) * east, y: (lat - lat0) * DEGREE_M }));
  const area = areaOf(points);
  const found = wholeOrChord(points, area) ?? wedgeOf(points, area);
  if (!found) return undefined;
  const { x, y, radius, error, from, to } = found;
  return {
    lat: round(lat0 + y / DEGREE_M, 7),
    lon: round(lon0 + x / east, 7),
    radiusM: round(radius, 1),
    angleStart: from,
    angleEnd: to,
    errorM: round(error, 1),
  };
}

interface Arc extends Fit {
  from: number;
  to: number;
}

/** All points on one circle: a whole one, or a half closed by its diameter. */
function wholeOrChord(points: readonly Point[], area: number): Arc | undefined {
  const fit = leastSquares(points);
  if (!fit || fit.error > MAX_ERROR * fit.radius) return undefined;
  const arc = arcOf(points, fit);
  return isFilled(area, fit, arc) ? { ...fit, ...arc } : undefined;
}

/** An arc with its centre as a corner, as the outline of a partial pivot or of a sector. */
function wedgeOf(points: readonly Point[], area: number): Arc | undefined {
  let best: Arc | undefined;
  for (const [index, centre] of points.entries()) {
    const others = points.filter((point) => distance(point, centre) > 1);
    const far = others.map((point) => distance(point, centre));
    const radius = far.reduce((sum, one) => sum + one, 0) / far.length;
    // Corners on the straight sides lie between centre and arc.
    const onArc = others.filter((point) => distance(point, centre) > 0.9 * Math.max(...far));
    if (onArc.length < 3 || onArc.length < 0.6 * others.length || radius === 0) continue;
    const arc = arcAround(points, index);
    const swept = (arc.to - arc.from + 360) % 360 || 360;
    // Over a short arc, centre and radius are not determined by its points: the corner is the centre.
    const fit = (swept > 60 && leastSquares(onArc)) || { ...centre, ...spreadOf(onArc, centre) };
    if (fit.error > MAX_ERROR * fit.radius || distance(fit, centre) > 0.1 * fit.radius) continue;
    if (!isFilled(area, fit, arc) || (best && best.error <= fit.error)) continue;
    best = { ...fit, ...arc };
  }
  return best;
}

/** Whether an area is that of a circle or of its sector. */
function isFilled(area: number, { radius }: Fit, { from, to }: Pick<Arc, "from" | "to">): boolean {
  const swept = (to - from + 360) % 360 || 360;
  return Math.abs(area / ((swept / 360) * Math.PI * radius ** 2) - 1) <= MAX_AREA;
}

/** First and last direction of points around a centre; 0 and 360 without a gap. */
function arcOf(points: readonly Point[], centre: Point): { from: number; to: number } {
  const bearings = points.map((point) => bearingOf(centre, point)).sort((one, other) => one - other);
  const gaps = bearings.map((bearing, index) => {
    const next = bearings[(index + 1) % bearings.length] ?? bearing;
    return { from: next, to: bearing, size: (next - bearing + 360) % 360 };
  });
  const [widest, second] = [...gaps].sort((one, other) => other.size - one.size);
  if (!widest || widest.size < Math.max(MIN_GAP, 2 * (second?.size ?? 0))) return { from: 0, to: 360 };
  return { from: round(widest.from, 1) % 360, to: round(widest.to, 1) % 360 || 360 };
}

/** Centre and radius with the least squares of the distances: from an algebraic start (Kåsa) by Gauss–Newton. */
function leastSquares(points: readonly Point[]): Fit | undefined {
  const start = solve(
    points.map(({ x, y }) => [2 * x, 2 * y, 1]),
    points.map(({ x, y }) => x * x + y * y),
  );
  if (!start) return undefined;
  let [x = 0, y = 0, rest = 0] = start;
  let radius = Math.sqrt(Math.max(0, rest + x * x + y * y));
  for (let step = 0; step < 20; step++) {
    const far = points.map((point) => Math.max(1e-9, distance(point, { x, y })));
    const move = solve(
      points.map((point, index) => [(x - point.x) / (far[index] ?? 1), (y - point.y) / (far[index] ?? 1), -1]),
      far.map((one) => radius - one),
    );
    if (!move) break;
    const [dx = 0, dy = 0, dr = 0] = move;
    [x, y, radius] = [x + dx, y + dy, radius + dr];
    if (Math.hypot(dx, dy, dr) < 1e-4) break;
  }
  return Number.isFinite(radius) && radius > 0
    ? { x, y, radius, error: spreadOf(points, { x, y }, radius).error }
    : undefined;
}

function spreadOf(points: readonly Point[], centre: Point, given?: number): Pick<Fit, "radius" | "error"> {
  const far = points.map((point) => distance(point, centre));
  const radius = given ?? far.reduce((sum, one) => sum + one, 0) / far.length;
  return { radius, error: Math.sqrt(far.reduce((sum, one) => sum + (one - radius) ** 2, 0) / far.length) };
}

const bearingOf = (centre: Point, { x, y }: Point) => (Math.atan2(x - centre.x, y - centre.y) / RADIAN + 360) % 360;

/** The arc around a corner: its straight sides are those of that corner. */
function arcAround(points: readonly Point[], index: number): { from: number; to: number } {
  const at = (steps: number) => points[(index + steps + points.length) % points.length] ?? { x: 0, y: 0 };
  const [one = 0, other = 0, between = 0] = [1, -1, Math.floor(points.length / 2)].map((step) =>
    bearingOf(at(0), at(step)),
  );
  const isClockwise = (between - one + 360) % 360 <= (other - one + 360) % 360;
  const [from, to] = isClockwise ? [one, other] : [other, one];
  return { from: round(from, 1) % 360, to: round(to, 1) % 360 || 360 };
}

/** The least squares of three unknowns, by their normal equations and Cramer's rule. */
function solve(rows: readonly (readonly number[])[], values: readonly number[]): number[] | undefined {
  const dot = (one: number, other: number) => rows.reduce((sum, row) => sum + (row[one] ?? 0) * (row[other] ?? 0), 0);
  const right = [0, 1, 2].map((one) =>
    rows.reduce((sum, row, index) => sum + (row[one] ?? 0) * (values[index] ?? 0), 0),
  );
  const matrix = [0, 1, 2].map((one) => [0, 1, 2].map((other) => dot(one, other)));
  const whole = determinant(matrix);
  if (Math.abs(whole) < 1e-12) return undefined;
  return [0, 1, 2].map(
    (column) =>
      determinant(
        matrix.map((row, index) => row.map((cell, other) => (other === column ? (right[index] ?? 0) : cell))),
      ) / whole,
  );
}

function determinant(matrix: readonly (readonly number[])[]): number {
  const [[a = 0, b = 0, c = 0] = [], [d = 0, e = 0, f = 0] = [], [g = 0, h = 0, i = 0] = []] = matrix;
  return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
}

function areaOf(points: readonly Point[]): number {
  const twice = points.reduce((sum, { x, y }, index) => {
    const next = points[(index + 1) % points.length] ?? { x, y };
    return sum + x * next.y - next.x * y;
  }, 0);
  return Math.abs(twice) / 2;
}

const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y);
const round = (value: number, decimals: number) => Number(value.toFixed(decimals));
