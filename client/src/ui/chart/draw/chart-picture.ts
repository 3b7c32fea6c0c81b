import { DAY_MS } from "@lamina/shared/core/time";
import { formatDate, formatTime } from "../../format.ts";
import { lineMarks } from "../model/line-mark.ts";
import { isCalendar } from "../model/points.ts";
import { paint } from "./paint.ts";
import type { Scene } from "./scene.ts";

/** CSS pixels. The picture has twice as many. */
const RATIO = 2;
const MARGIN = 20;
const TITLE = 18;
const SMALL = 13;
const LEGEND_LINE = 22;
const LEGEND_GAP = 22;
const SWATCH = 16;

/** The picture of a chart, with its title, period and legend added for a file. */
export async function chartPicture(scene: Scene): Promise<Blob> {
  const { model, palette, width, height } = scene;
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("this browser draws no canvas");
  pen.font = `${SMALL}px ${palette.font}`;
  const legend = placeLegend(scene, (words) => pen.measureText(words).width);
  const head = MARGIN + TITLE + SMALL + 20 + legend.lines * LEGEND_LINE;
  canvas.width = (width + 2 * MARGIN) * RATIO;
  canvas.height = (head + height + MARGIN) * RATIO;
  pen.scale(RATIO, RATIO);
  pen.fillStyle = palette.surface;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.textBaseline = "top";
  pen.fillStyle = palette.text;
  pen.font = `600 ${TITLE}px ${palette.font}`;
  pen.fillText(model.title, MARGIN, MARGIN);
  pen.font = `${SMALL}px ${palette.font}`;
  pen.fillStyle = palette.muted;
  pen.fillText(periodText(scene), MARGIN, MARGIN + TITLE + 6);
  for (const { words, tone, shape, mark, x, line } of legend.entries) {
    const y = MARGIN + TITLE + SMALL + 16 + line * LEGEND_LINE;
    pen.fillStyle = palette.tones[tone];
    pen.globalAlpha = shape === "band" ? 0.35 : 1;
    pen.fillRect(MARGIN + x, y + (shape === "line" ? 6 : 1), SWATCH, shape === "line" ? 3 : 12);
    pen.globalAlpha = 1;
    if (mark) {
      pen.translate(MARGIN + x + SWATCH / 2, y + 7.5);
      pen.fill(new Path2D(mark));
      pen.translate(-(MARGIN + x + SWATCH / 2), -(y + 7.5));
    }
    pen.fillStyle = palette.text;
    pen.fillText(words, MARGIN + x + SWATCH + 6, y);
  }
  const plot = document.createElement("canvas");
  paint(plot, scene, RATIO);
  pen.drawImage(plot, MARGIN, head, width, height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the picture could not be made"))), "image/png"),
  );
}

/** The entries of the legend, split into lines. */
export function placeLegend({ placed, width }: Pick<Scene, "placed" | "width">, widthOf: (words: string) => number) {
  let x = 0;
  let line = 0;
  const marks = lineMarks(placed.map(({ series }) => series));
  const entries = placed.map(({ series }) => {
    const words = `${series.name} (${series.unit})`;
    const room = SWATCH + 6 + widthOf(words);
    if (x > 0 && x + room > width) {
      x = 0;
      line++;
    }
    const entry = { words, tone: series.tone, shape: series.shape, mark: marks.get(series.key), x, line };
    x += room + LEGEND_GAP;
    return entry;
  });
  return { entries, lines: entries.length === 0 ? 0 : line + 1 };
}

/** The visible part of the period, in the farm's zone. */
export function periodText({ model, view }: Pick<Scene, "model" | "view">): string {
  if (isCalendar(model)) {
    const day = (place: number) => formatDate(place * DAY_MS, "UTC");
    return `${day(Math.ceil(view.from / DAY_MS))} – ${day(Math.floor(view.to / DAY_MS))}`;
  }
  const moment = (x: number) => `${formatDate(x, "UTC")} ${formatTime(x, "UTC")}`;
  return `${moment(view.from)} – ${moment(view.to)}`;
}
