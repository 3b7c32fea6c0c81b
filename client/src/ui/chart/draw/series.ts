import type { PlacedSeries } from "../model/cursor.ts";
import type { PlacedAxis } from "../model/layout.ts";
import { barSize, type Part, partsOf, runsOf } from "./parts.ts";
import type { Pen } from "./pen.ts";
import { plotWidth, type Scene, xPixel, yPixel } from "./scene.ts";

/** A part of a series as pixels. */
interface Drawing {
  part: Part;
  value: PlacedSeries["series"]["value"];
  upper: PlacedSeries["series"]["value"];
  x: (index: number) => number;
  y: (value: number | null | undefined) => number;
}

/** Draws the line, the bars or the band of a series in the pane of its axis. */
export function drawSeries(pen: Pen, scene: Scene, placed: PlacedSeries, axis: PlacedAxis) {
  const { series, places } = placed;
  const { left, top, height } = scene.layout.panes[axis.pane] ?? { left: 0, top: 0, height: 0 };
  pen.save();
  pen.beginPath();
  // The half of a line on the edge is seen too.
  pen.rect(left, top - 1, plotWidth(scene), height + 2);
  pen.clip();
  pen.fillStyle = scene.palette.tones[series.tone];
  pen.strokeStyle = scene.palette.tones[series.tone];
  for (const part of partsOf(placed, scene)) {
    const drawing: Drawing = {
      ...{ part, value: series.value, upper: series.upper ?? [] },
      x: (index) => xPixel(scene, places[index] ?? 0),
      y: (value) => yPixel(scene, axis, value ?? 0),
    };
    if (series.shape === "band") fillBand(pen, drawing);
    else if (series.shape === "bar") drawBars(pen, drawing, barSize(series, scene));
    else strokeSeries(pen, drawing);
  }
  pen.restore();
}

function strokeSeries(pen: Pen, { part, value, x, y }: Drawing) {
  const path = new Path2D();
  for (const [start, end] of runsOf((index) => value[index] != null, part)) {
    const points = thinned(end - start, (index) => [x(start + index), y(value[start + index])]);
    for (const [index, [px, py]] of points.entries()) index === 0 ? path.moveTo(px, py) : path.lineTo(px, py);
  }
  pen.lineWidth = 2;
  pen.lineJoin = "bevel";
  pen.setLineDash(part.projected ? [6, 5] : []);
  pen.stroke(path);
}

/** The points of a line without those that cannot be seen: of a column of pixels the first, lowest, highest and last. */
function thinned(length: number, point: (index: number) => [x: number, y: number]): [x: number, y: number][] {
  const found: [number, number][] = [];
  let [column, low, high, last] = [Number.NaN, 0, 0, 0];
  const close = () => {
    if (low !== high) found.push([column, low], [column, high], [column, last]);
  };
  for (let index = 0; index < length; index++) {
    const [x, y] = point(index);
    if (Math.abs(x - column) < 0.5) {
      low = Math.min(low, y);
      high = Math.max(high, y);
      last = y;
    } else {
      close();
      found.push([x, y]);
      [column, low, high, last] = [x, y, y, y];
    }
  }
  close();
  return found;
}

function drawBars(pen: Pen, { part, value, x, y }: Drawing, { width, shift }: ReturnType<typeof barSize>) {
  const bars = new Path2D();
  for (let index = part.start; index < part.end; index++) {
    // A projected bar of height 0 would show its outline.
    if (value[index]) bars.rect(x(index) + shift, y(0), width, y(value[index]) - y(0));
  }
  pen.globalAlpha = part.projected ? 0.45 : 1;
  pen.fill(bars);
  if (!part.projected) return;
  pen.lineWidth = 1;
  pen.setLineDash([4, 2]);
  pen.stroke(bars);
}

function fillBand(pen: Pen, { part, value, upper, x, y }: Drawing) {
  const edges = new Path2D();
  for (const [start, end] of runsOf((index) => value[index] != null && upper[index] != null, part)) {
    edges.moveTo(x(start), y(value[start]));
    for (let index = start + 1; index < end; index++) edges.lineTo(x(index), y(value[index]));
    for (let index = end - 1; index >= start; index--) edges.lineTo(x(index), y(upper[index]));
  }
  pen.globalAlpha = 0.22;
  pen.fill(edges);
}
