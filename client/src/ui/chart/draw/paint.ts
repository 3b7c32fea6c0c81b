import { drawFrame } from "./frame.ts";
import { drawMarks, drawWords } from "./marks.ts";
import { drawPoints, pointsOf } from "./points.ts";
import type { Scene } from "./scene.ts";
import { drawSeries } from "./series.ts";

/** Draws a scene on a canvas, at `ratio` pixels per CSS pixel. */
export function paint(canvas: HTMLCanvasElement, scene: Scene, ratio: number) {
  const { width, height, layout, placed } = scene;
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("this browser draws no canvas");
  // A new size also clears the canvas.
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  pen.scale(ratio, ratio);
  drawFrame(pen, scene);
  const words = drawMarks(pen, scene);
  const all = placed.flatMap((one) => {
    const axis = layout.axes.find((placedAxis) => placedAxis.axis.key === one.series.axis);
    return axis ? [{ one, axis }] : [];
  });
  for (const shape of ["band", "bar", "line"])
    for (const { one, axis } of all) if (one.series.shape === shape) drawSeries(pen, scene, one, axis);
  for (const { one, axis } of all)
    for (const points of pointsOf(one, scene)) drawPoints(pen, scene, { points, axis, tone: one.series.tone });
  drawWords(pen, scene, words);
}
