import type { Position } from "@lamina/shared/rules/outline";

const METRES_PER_DEGREE = 111_195;

/** A line with at most `most` points, and how far points that were left out lie from it, m (Douglas and Peucker). */
export function thinned(points: readonly Position[], most: number): { points: readonly Position[]; offM: number } {
  if (points.length <= most) return { points, offM: 0 };
  for (let offM = 0.1; ; offM *= 2) {
    const kept = simplified(points, offM);
    if (kept.length <= most) return { points: kept, offM };
  }
}

function simplified(points: readonly Position[], offM: number): Position[] {
  const kept = new Set([0, points.length - 1]);
  const open: [number, number][] = [[0, points.length - 1]];
  for (let part = open.pop(); part; part = open.pop()) {
    const [from, to] = part;
    let [farthest, most] = [-1, offM];
    for (let index = from + 1; index < to; index++) {
      const off = distanceM(points[index] ?? [], points[from] ?? [], points[to] ?? []);
      if (off > most) [farthest, most] = [index, off];
    }
    if (farthest < 0) continue;
    kept.add(farthest);
    open.push([from, farthest], [farthest, to]);
  }
  return points.filter((_, index) => kept.has(index));
}

/** From a point to a side, on a plane. */
function distanceM(
  [lon = 0, lat = 0]: Position,
  [lon1 = 0, lat1 = 0]: Position,
  [lon2 = 0, lat2 = 0]: Position,
): number {
  const east = METRES_PER_DEGREE * Math.cos(lat1 * (Math.PI / 180));
  const [px, py] = [(lon - lon1) * east, (lat - lat1) * METRES_PER_DEGREE];
  const [dx, dy] = [(lon2 - lon1) * east, (lat2 - lat1) * METRES_PER_DEGREE];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / length));
  return Math.hypot(px - along * dx, py - along * dy);
}
