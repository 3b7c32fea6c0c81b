interface Point {
  x: number;
  y: number;
}

/** A rectangle by its centre. */
interface Box extends Point {
  width: number;
  height: number;
}

interface Disc extends Point {
  radius: number;
}

type Size = Pick<Box, "width" | "height">;

/** Corners of a rectangle. */
export interface Frame {
  min: Point;
  max: Point;
}

/** A label with the widths of its texts, the longest first, and its possible places by size, the best first. */
export interface Label {
  key: string;
  widths: readonly number[];
  height: number;
  places: (size: Size) => readonly Point[];
  /** The preferred area. */
  frame?: Frame | undefined;
  onlyWithin?: boolean;
  /** Obstacles of this label alone. */
  obstacles?: readonly (Box | Disc)[];
}

/** The centre of a label, and the index into its widths. */
interface PlacedLabel {
  width: number;
  at: Point;
}

const GAP_PX = 2;

function covers(label: Box, other: Box | Disc): boolean {
  const [width, height] = "radius" in other ? [0, 0] : [other.width, other.height];
  const apart = (a: number, b: number, sizes: number) => Math.max(0, Math.abs(a - b) - sizes / 2);
  const x = apart(label.x, other.x, label.width + width);
  const y = apart(label.y, other.y, label.height + height);
  return "radius" in other ? Math.hypot(x, y) < other.radius + GAP_PX : x < GAP_PX && y < GAP_PX;
}

/** Whether a rectangle, or a point, is within a frame. */
export const isWithin = ({ min, max }: Frame, { x, y, width = 0, height = 0 }: Point & Partial<Size>): boolean =>
  x - width / 2 >= min.x && x + width / 2 <= max.x && y - height / 2 >= min.y && y + height / 2 <= max.y;

/**
 * The place of each label: the longest text that covers no obstacle and no label before it somewhere, in the first such
 * place, within its frame where there is one. A label that covers something everywhere has none.
 */
export function placeLabels(labels: readonly Label[], obstacles: readonly (Box | Disc)[]): Map<string, PlacedLabel> {
  const taken = [...obstacles];
  const found = new Map<string, PlacedLabel>();
  for (const { key, widths, height, places, frame, onlyWithin, obstacles: ownObstacles = [] } of labels) {
    const candidates = widths.flatMap((width, index) =>
      places({ width, height }).map((at) => ({ box: { ...at, width, height }, placed: { width: index, at } })),
    );
    const isFree = (box: Box) =>
      !taken.some((other) => covers(box, other)) && !ownObstacles.some((other) => covers(box, other));
    const free =
      candidates.find(({ box }) => frame && isWithin(frame, box) && isFree(box)) ??
      (onlyWithin ? undefined : candidates.find(({ box }) => isFree(box)));
    if (!free) continue;
    taken.push(free.box);
    found.set(key, free.placed);
  }
  return found;
}

/** From the edge of a circle, or from a line, to its name. */
const BESIDE_PX = 4;
const DIAGONAL = Math.SQRT1_2;
/** South, north, east, west, and the corners between them. */
const DIRECTIONS: readonly Point[] = [
  { x: 0, y: 1 },
  { x: 0, y: -1 },
  { x: 1, y: 0 },
  { x: -1, y: 0 },
  { x: DIAGONAL, y: DIAGONAL },
  { x: -DIAGONAL, y: DIAGONAL },
  { x: DIAGONAL, y: -DIAGONAL },
  { x: -DIAGONAL, y: -DIAGONAL },
];

/** A name above or below may also begin or end further from the middle, by this part of its width. */
const SHIFTS = [0, 1 / 3, -1 / 3];

/** The places beside a circle, outside its edge. */
export function aroundDisc({ x, y, radius }: Disc) {
  return ({ width, height }: Size): Point[] =>
    DIRECTIONS.flatMap((to) =>
      (to.x === 0 ? SHIFTS : [0]).map((shift) => ({
        x: x + to.x * (radius + BESIDE_PX) + (Math.sign(to.x) * width) / 2 + shift * width,
        y: y + to.y * (radius + BESIDE_PX) + (Math.sign(to.y) * height) / 2,
      })),
    );
}

/** The places beside the points of a line: above, below, and at its sides. */
export function alongLine(points: readonly Point[]) {
  return ({ width, height }: Size): Point[] => {
    const [far, high] = [width / 2 + BESIDE_PX, height / 2 + BESIDE_PX];
    return points.flatMap(({ x, y }) => [
      { x, y: y - high },
      { x, y: y + high },
      { x: x + far, y },
      { x: x - far, y },
    ]);
  };
}

const STEP_PX = 6;
/** A line as dots that are closer together than a label is high. */
export function dotsOf(points: readonly Point[]): Box[] {
  return points.flatMap((from, index) => {
    const to = points[index + 1] ?? from;
    const steps = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / STEP_PX));
    return Array.from({ length: steps }, (_, step) => ({
      x: from.x + ((to.x - from.x) * step) / steps,
      y: from.y + ((to.y - from.y) * step) / steps,
      width: 0,
      height: 0,
    }));
  });
}
