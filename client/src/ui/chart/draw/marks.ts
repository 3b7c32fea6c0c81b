import { farmClock } from "@lamina/shared/core/farm-time";
import type { PlacedAxis } from "../model/layout.ts";
import { calendarShift } from "../model/points.ts";
import { text } from "../model/text.ts";
import { type Pen, sharp, strokeLine } from "./pen.ts";
import { plotWidth, type Scene, xPixel, yPixel } from "./scene.ts";

/** Opacity of a band behind the lines. */
const BAND_OPACITY = 0.13;
const WORDS_PX = 11;
const WORDS_GAP = 5;

interface Words {
  words: string;
  x: number;
  y: number;
  align: CanvasTextAlign;
  baseline: CanvasTextBaseline;
  color: string;
}

/**
 * Draws thresholds, bands, spans and the line between known and projected. Returns their words, which are drawn in front
 * of the values, because a line that crosses a word makes it unreadable.
 */
export function drawMarks(pen: Pen, scene: Scene): Words[] {
  return [
    ...drawSpans(pen, scene),
    ...scene.layout.axes.flatMap((axis) => drawThresholds(pen, scene, axis)),
    ...drawNow(pen, scene),
  ];
}

export function drawWords(pen: Pen, { palette }: Scene, all: readonly Words[]) {
  pen.font = `${WORDS_PX}px ${palette.font}`;
  pen.strokeStyle = palette.surface;
  pen.lineWidth = 3;
  pen.lineJoin = "round";
  pen.setLineDash([]);
  for (const { words, x, y, align, baseline, color } of all) {
    pen.textAlign = align;
    pen.textBaseline = baseline;
    pen.fillStyle = color;
    pen.strokeText(words, x, y);
    pen.fillText(words, x, y);
  }
}

function drawThresholds(pen: Pen, scene: Scene, placed: PlacedAxis): Words[] {
  const { palette, layout, model } = scene;
  const left = layout.panes[placed.pane]?.left ?? 0;
  const right = left + plotWidth(scene);
  const { min, max } = placed.scale;
  return (model.marks ?? []).flatMap(({ axis, from, to, tone, label }): Words[] => {
    if (axis !== placed.axis.key) return [];
    // A band may be open.
    const [low, high] = [Math.max(min, from), Math.min(max, to ?? from)];
    if (low > high) return [];
    const [y, end] = [yPixel(scene, placed, low), yPixel(scene, placed, high)];
    if (to !== undefined) {
      fillBand(pen, palette.marks[tone], [left, y, right, end]);
      const place = { x: right - WORDS_GAP, y: (y + end) / 2, align: "right", baseline: "middle" } as const;
      return [{ words: label, color: palette.muted, ...place }];
    }
    strokeLine(pen, [left, sharp(y), right, sharp(y)], { color: palette.marks[tone], width: 1.5, dash: [6, 4] });
    // Thresholds of the left axis have their label at the left, those of the right axis at the right.
    const place =
      placed.side === "left"
        ? { x: left + WORDS_GAP, align: "left" as const }
        : { x: right - WORDS_GAP, align: "right" as const };
    return [{ words: label, color: palette.text, y: y - WORDS_GAP, baseline: "bottom", ...place }];
  });
}

function drawSpans(pen: Pen, scene: Scene): Words[] {
  const { palette, layout, model, view } = scene;
  const { top, height } = layout.panes[0] ?? { top: 0, height: 0 };
  const place = (moment: number) => farmClock(moment, model.timeZone) - calendarShift(model);
  return (model.spans ?? []).flatMap(({ from, to, tone, label }): Words[] => {
    const [start, end] = [Math.max(view.from, place(from)), Math.min(view.to, place(to))];
    if (start >= end) return [];
    const [left, right] = [xPixel(scene, start), xPixel(scene, end)];
    fillBand(pen, palette.marks[tone], [left, top, right, top + height]);
    const at = { x: (left + right) / 2, y: top + WORDS_GAP, align: "center", baseline: "top" } as const;
    return [{ words: label, color: palette.muted, ...at }];
  });
}

function drawNow(pen: Pen, scene: Scene): Words[] {
  const { palette, layout, model, view } = scene;
  const now = model.now === undefined ? Number.NaN : farmClock(model.now, model.timeZone);
  if (!(now >= view.from && now <= view.to)) return [];
  const x = sharp(xPixel(scene, now));
  return layout.panes.map(({ top, height }) => {
    strokeLine(pen, [x, top, x, top + height], { color: palette.muted });
    return { words: text.today, color: palette.text, x, y: top - 3, align: "center", baseline: "bottom" };
  });
}

function fillBand(pen: Pen, color: string, [x1, y1, x2, y2]: readonly [number, number, number, number]) {
  pen.globalAlpha = BAND_OPACITY;
  pen.fillStyle = color;
  pen.fillRect(x1, y1, x2 - x1, y2 - y1);
  pen.globalAlpha = 1;
}
