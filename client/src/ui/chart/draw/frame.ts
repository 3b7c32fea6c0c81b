import { formatNumber } from "../../format.ts";
import type { PlacedAxis } from "../model/layout.ts";
import { wholeStep } from "../model/points.ts";
import { tickLabel } from "../model/time-label.ts";
import { timeTicks } from "../model/time-ticks.ts";
import { type Pen, sharp, strokeLine } from "./pen.ts";
import { plotWidth, type Scene, xPixel, yPixel } from "./scene.ts";

/** Space for one label of the time axis. */
const TIME_LABEL_PX = 64;
const LABEL_GAP = 8;
const TICK_PX = 5;

/** The axes with their lines and labels, behind everything else. */
export function drawFrame(pen: Pen, scene: Scene) {
  pen.font = `12px ${scene.palette.font}`;
  for (const axis of scene.layout.axes) drawValueAxis(pen, scene, axis);
  drawTimeAxis(pen, scene);
}

function drawValueAxis(pen: Pen, scene: Scene, placed: PlacedAxis) {
  const { axis, scale, pane, side, decimals } = placed;
  const { palette, layout } = scene;
  const { left, top } = layout.panes[pane] ?? { left: 0, top: 0 };
  const right = left + plotWidth(scene);
  const isLeft = side === "left";
  const edge = isLeft ? left : right;
  pen.fillStyle = palette.muted;
  pen.textAlign = isLeft ? "right" : "left";
  pen.textBaseline = "middle";
  for (let step = 0; step <= Math.round((scale.max - scale.min) / scale.interval); step++) {
    const value = scale.min + step * scale.interval;
    const y = yPixel(scene, placed, value);
    if (isLeft) strokeLine(pen, [left, sharp(y), right, sharp(y)], { color: palette.line });
    pen.fillText(formatNumber(value, decimals), edge + (isLeft ? -LABEL_GAP : LABEL_GAP), y);
  }
  pen.textBaseline = "bottom";
  pen.fillText(axis.name ?? axis.unit, edge, top - LABEL_GAP);
}

function drawTimeAxis(pen: Pen, scene: Scene) {
  const { view, palette, layout } = scene;
  const ticks = timeTicks(view, Math.max(2, Math.floor(plotWidth(scene) / TIME_LABEL_PX)), wholeStep(scene.model));
  pen.textAlign = "center";
  pen.textBaseline = "top";
  for (const [index, { left, top, height }] of layout.panes.entries()) {
    const bottom = sharp(top + height);
    for (const tick of ticks) {
      const x = sharp(xPixel(scene, tick));
      strokeLine(pen, [x, top, x, bottom], { color: palette.line, dash: [2, 4] });
      if (index < layout.panes.length - 1) continue;
      strokeLine(pen, [x, bottom, x, bottom + TICK_PX], { color: palette.muted });
      const { words, strong } = tickLabel(tick);
      pen.fillStyle = strong ? palette.text : palette.muted;
      pen.fillText(words, x, bottom + LABEL_GAP);
    }
    strokeLine(pen, [left, bottom, left + plotWidth(scene), bottom], { color: palette.muted });
  }
}
