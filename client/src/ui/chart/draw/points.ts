import { farmClock } from "@lamina/shared/core/farm-time";
import type { PlacedSeries } from "../model/cursor.ts";
import type { PlacedAxis } from "../model/layout.ts";
import { lineMarks } from "../model/line-mark.ts";
import type { Tone } from "../model/model.ts";
import { lonely, visibleSpan } from "../model/points.ts";
import type { Pen } from "./pen.ts";
import { plotWidth, type Scene, xPixel, yPixel } from "./scene.ts";

/** Above this distance of points, each point is marked. */
const POINT_ROOM_PX = 20;
/** Distance between the marks of a line with more points. */
const MARK_ROOM_PX = 120;
const DOT = "M2.5 0 A2.5 2.5 0 0 1 -2.5 0 A2.5 2.5 0 0 1 2.5 0 Z";
const FLAG = "M3.5 0 A3.5 3.5 0 0 1 -3.5 0 A3.5 3.5 0 0 1 3.5 0 Z";

/** A shape at positions of a series. */
interface Points {
  shape: string;
  hollow: boolean;
  at: readonly (readonly [place: number, value: number])[];
}

/** The points of a line that are marked, its isolated readings as full points, and its flagged ones as hollow points. */
export function pointsOf(placed: PlacedSeries, scene: Scene): Points[] {
  const { series, places } = placed;
  const { view, model } = scene;
  const marks = lineMarks(scene.placed.map((one) => one.series));
  const mark = marks.get(series.key);
  const { start, end } = visibleSpan(places, view);
  const distance = (xPixel(scene, places[end - 1] ?? 0) - xPixel(scene, places[start] ?? 0)) / (end - 1 - start);
  const inView = ([place]: readonly [number, number]) => place >= view.from && place <= view.to;
  const valued = (indices: Iterable<number>) =>
    Array.from(indices, (index) => [places[index] ?? Number.NaN, series.value[index] ?? Number.NaN] as const).filter(
      (point) => inView(point) && !Number.isNaN(point[1]),
    );
  const found: Points[] = [];
  if (series.shape === "line") {
    const visible = () => valued(Array.from({ length: end - start }, (_, index) => start + index));
    if (distance >= POINT_ROOM_PX) found.push({ shape: mark ?? DOT, hollow: false, at: visible() });
    else if (mark) {
      const shift = [...marks.keys()].indexOf(series.key) / marks.size;
      found.push({ shape: mark, hollow: false, at: spread(visible(), scene, shift) });
    }
    found.push({ shape: DOT, hollow: false, at: valued(lonely(series.value)) });
  }
  const flagged = (series.flagged ?? []).map(({ at, value }) => [farmClock(at, model.timeZone), value] as const);
  found.push({ shape: FLAG, hollow: true, at: flagged.filter(inView) });
  return found.filter(({ at }) => at.length > 0);
}

/**
 * Points at distances of the axis, so that they stay where they are while the view moves. `shift` is the part of a
 * distance by which the marks of lines lie apart. A line shorter than a distance has one mark.
 */
function spread(points: Points["at"], scene: Scene, shift: number): Points["at"] {
  const { view } = scene;
  const distance = ((view.to - view.from) * MARK_ROOM_PX) / plotWidth(scene);
  const nextFrom = (place: number) => (Math.ceil(place / distance - shift) + shift) * distance;
  let next = nextFrom(view.from);
  const found = points.filter(([place]) => {
    if (place < next) return false;
    next = nextFrom(place + distance / 2);
    return true;
  });
  return found.length > 0 ? found : points.slice(-1);
}

export function drawPoints(
  pen: Pen,
  scene: Scene,
  { points, axis, tone }: { points: Points; axis: PlacedAxis; tone: Tone },
) {
  const { surface, tones } = scene.palette;
  const shape = new Path2D(points.shape);
  const all = new Path2D();
  for (const [place, value] of points.at)
    all.addPath(shape, { e: xPixel(scene, place), f: yPixel(scene, axis, value) });
  pen.fillStyle = points.hollow ? surface : tones[tone];
  pen.fill(all);
  if (!points.hollow) return;
  pen.strokeStyle = tones[tone];
  pen.lineWidth = 2;
  pen.setLineDash([]);
  pen.stroke(all);
}
