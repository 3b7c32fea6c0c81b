import { farmClock } from "@lamina/shared/core/farm-time";
import { DAY_MS, HOUR_MS } from "@lamina/shared/core/time";
import type { PlacedSeries } from "../model/cursor.ts";
import type { ChartSeries, ChartStep } from "../model/model.ts";
import { indexFrom, visibleSpan } from "../model/points.ts";
import { plotWidth, type Scene } from "./scene.ts";

/** Length of a step, for the width of a bar. */
const STEP_MS: Readonly<Record<ChartStep, number>> = {
  raw: HOUR_MS / 4,
  hour: HOUR_MS,
  day: DAY_MS,
  month: 30 * DAY_MS,
};
const BAR_MAX_PX = 26;
/** Share of a step's width that all of its bars take. */
const BAR_PART = 0.74;

/** A part of a series between two indices, drawn as one line or one row of bars. */
export interface Part {
  start: number;
  end: number;
  projected: boolean;
}

/** The visible part. A projection splits it into two, and the lines of both share the last known point. */
export function partsOf({ series, places }: PlacedSeries, { view, model }: Pick<Scene, "view" | "model">): Part[] {
  const { start, end } = visibleSpan(places, view);
  if (series.projectedFrom === undefined || series.shape === "band") return [{ start, end, projected: false }];
  const turn = Math.min(end, Math.max(start, indexFrom(places, farmClock(series.projectedFrom, model.timeZone))));
  const joint = series.shape === "bar" ? turn : Math.max(start, turn - 1);
  return [
    { start, end: turn, projected: false },
    { start: joint, end, projected: true },
  ].filter((part) => part.end > part.start);
}

/** Bars of one axis lie side by side: their width and the distance of the left edge of one from its place, in pixels. */
export function barSize(series: ChartSeries, scene: Scene): { width: number; shift: number } {
  const together = scene.placed
    .map((one) => one.series)
    .filter(({ shape, axis }) => shape === "bar" && axis === series.axis);
  const stepWidth = (STEP_MS[series.step] / (scene.view.to - scene.view.from)) * plotWidth(scene);
  const width = Math.min(BAR_MAX_PX, Math.max(1, (stepWidth * BAR_PART) / together.length));
  return { width, shift: (together.indexOf(series) - together.length / 2) * width };
}

/** The runs of indices of a part without a gap. */
export function runsOf(hasValue: (index: number) => boolean, { start, end }: Part): [number, number][] {
  const runs: [number, number][] = [];
  for (let index = start; index < end; index++) {
    if (!hasValue(index)) continue;
    const last = runs[runs.length - 1];
    if (last && last[1] === index) last[1] = index + 1;
    else runs.push([index, index + 1]);
  }
  return runs;
}
