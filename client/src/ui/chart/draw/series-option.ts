import { farmClock } from "@lamina/shared/core/farm-time";
import { DAY_MS, HOUR_MS } from "@lamina/shared/core/time";
import type { PlacedSeries } from "../model/cursor.ts";
import { lineMarks, MARK_PX } from "../model/line-mark.ts";
import type { ChartSeries, ChartStep } from "../model/model.ts";
import { indexFrom, interleave, lonely, visibleSpan } from "../model/points.ts";
import { plotWidth, type Scene, xPixel } from "./scene.ts";

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
/** Above this distance of points, each point is marked. */
const POINT_ROOM_PX = 20;
/** Distance between the marks of a line with more points. */
const MARK_ROOM_PX = 120;

interface Drawn {
  series: object[];
  dataset: { source: Float64Array; dimensions: string[] }[];
}

/** A part of a series between two indices, drawn as one line or one row of bars. */
interface Part {
  start: number;
  end: number;
  projected: boolean;
}

/** The series of a scene. Passes only the visible part, which ECharts samples to the available width. */
export function drawnSeries(scene: Scene): Drawn {
  const drawn: Drawn = { series: [], dataset: [] };
  const barsOn = (axis: string) =>
    scene.placed.filter(({ series }) => series.shape === "bar" && series.axis === axis).length;
  const marks = lineMarks(scene.placed.map(({ series }) => series));
  for (const placed of scene.placed) {
    const { series } = placed;
    const mark = marks.get(series.key);
    const isRoomy = pointDistance(placed, scene) >= POINT_ROOM_PX;
    const yAxisIndex = scene.layout.axes.findIndex(({ axis }) => axis.key === series.axis);
    const on = { xAxisIndex: scene.layout.axes[yAxisIndex]?.pane ?? 0, yAxisIndex, silent: true, animation: false };
    const add = (source: Float64Array, option: object) => {
      drawn.dataset.push({ source, dimensions: ["x", "y"] });
      drawn.series.push({ ...on, datasetIndex: drawn.dataset.length - 1, encode: { x: "x", y: "y" }, ...option });
    };
    for (const part of partsOf(placed, scene)) {
      if (series.shape === "band") addBand(placed, part, scene, add);
      else if (series.shape === "bar")
        add(barPoints(placed, part, scene), barOption(series, part, scene, barsOn(series.axis)));
      else add(points(placed, series.value, part), lineOption(series, part, scene, { mark, isRoomy }));
    }
    if (mark && !isRoomy)
      add(marked(placed, scene, [...marks.keys()].indexOf(series.key) / marks.size), {
        ...{ type: "scatter", symbol: `path://${mark}`, symbolSize: MARK_PX, z: 5 },
        itemStyle: { color: scene.palette.tones[series.tone], opacity: 1 },
      });
    addPoints(placed, scene, add);
  }
  return drawn;
}

/** The visible part. A projection splits it into two, and the lines of both share the last known point. */
function partsOf({ series, places }: PlacedSeries, { view, model }: Scene): Part[] {
  const { start, end } = visibleSpan(places, view);
  if (series.projectedFrom === undefined || series.shape === "band") return [{ start, end, projected: false }];
  const turn = Math.min(end, Math.max(start, indexFrom(places, farmClock(series.projectedFrom, model.timeZone))));
  const joint = series.shape === "bar" ? turn : Math.max(start, turn - 1);
  return [
    { start, end: turn, projected: false },
    { start: joint, end, projected: true },
  ].filter((part) => part.end > part.start);
}

function points({ places }: PlacedSeries, values: ChartSeries["value"], { start, end }: Part): Float64Array {
  return interleave(places.subarray(start, end), values.slice(start, end));
}

/**
 * The values of bars. Stacked series are matched by index, so known and projected bars have the same length, with gaps
 * for the other's values. Zeros are gaps too, because a projected bar of height 0 would show its outline.
 */
function barPoints(placed: PlacedSeries, part: Part, { view }: Scene): Float64Array {
  const span = visibleSpan(placed.places, view);
  const partValues = placed.series.value.map((value, index) =>
    index >= part.start && index < part.end ? value || null : null,
  );
  return points(placed, partValues, { ...span, projected: part.projected });
}

/** The mean distance of the visible points of a series, in CSS pixels. */
function pointDistance({ places }: PlacedSeries, scene: Scene): number {
  const { start, end } = visibleSpan(places, scene.view);
  return (xPixel(scene, places[end - 1] ?? 0) - xPixel(scene, places[start] ?? 0)) / (end - 1 - start);
}

/**
 * The points of a line that are marked, at distances of the axis, so that they stay where they are while the view moves.
 * `shift` is the part of a distance by which the marks of lines lie apart. A line shorter than a distance has one mark.
 */
function marked({ series, places }: PlacedSeries, scene: Scene, shift: number): Float64Array {
  const { view } = scene;
  const distance = ((view.to - view.from) * MARK_ROOM_PX) / plotWidth(scene);
  const { start, end } = visibleSpan(places, view);
  const nextFrom = (place: number) => (Math.ceil(place / distance - shift) + shift) * distance;
  const found: number[] = [];
  let last: number[] = [];
  let next = nextFrom(view.from);
  for (let index = start; index < end; index++) {
    const place = places[index] ?? 0;
    const value = series.value[index] ?? null;
    if (value === null || place < view.from || place > view.to) continue;
    last = [place, value];
    if (place < next) continue;
    found.push(...last);
    next = nextFrom(place + distance / 2);
  }
  return Float64Array.from(found.length > 0 ? found : last);
}

interface LineLook {
  mark: string | undefined;
  /** Each point is marked. */
  isRoomy: boolean;
}

function lineOption(series: ChartSeries, part: Part, scene: Scene, { mark, isRoomy }: LineLook) {
  const color = scene.palette.tones[series.tone];
  return {
    type: "line",
    connectNulls: false,
    sampling: "lttb",
    showSymbol: isRoomy,
    symbol: mark ? `path://${mark}` : "circle",
    symbolSize: mark ? MARK_PX : 5,
    itemStyle: { color },
    lineStyle: { color, width: 2, type: part.projected ? [6, 5] : "solid" },
    z: 4,
  };
}

function barOption(series: ChartSeries, part: Part, scene: Scene, together: number) {
  const color = scene.palette.tones[series.tone];
  const stepWidth = (STEP_MS[series.step] / (scene.view.to - scene.view.from)) * plotWidth(scene);
  return {
    type: "bar",
    // Known and projected bars have the same position.
    stack: series.key,
    barWidth: Math.min(BAR_MAX_PX, Math.max(1, (stepWidth * BAR_PART) / together)),
    barGap: "0%",
    itemStyle: part.projected
      ? { color, opacity: 0.45, borderColor: color, borderWidth: 1, borderType: "dashed" }
      : { color },
    z: 3,
  };
}

type Add = (source: Float64Array, option: object) => void;

/** A band as two stacked lines: its invisible lower edge, and its filled height. */
function addBand(placed: PlacedSeries, part: Part, scene: Scene, add: Add) {
  const { series } = placed;
  const color = scene.palette.tones[series.tone];
  const height = series.value.map((low, index) => {
    const high = series.upper?.[index] ?? null;
    return low === null || high === null ? null : high - low;
  });
  const stack = { type: "line", stack: `${series.key}${part.start}`, stackStrategy: "all", showSymbol: false, z: 2 };
  add(points(placed, series.value, part), { ...stack, lineStyle: { opacity: 0 } });
  add(points(placed, height, part), { ...stack, lineStyle: { opacity: 0 }, areaStyle: { color, opacity: 0.22 } });
}

/** Flagged readings as hollow points, and isolated readings as full ones. */
function addPoints({ series, places }: PlacedSeries, scene: Scene, add: Add) {
  const { palette, model, view } = scene;
  const color = palette.tones[series.tone];
  if (series.shape === "line") {
    const alone = lonely(series.value).flatMap((index) => [
      places[index] ?? Number.NaN,
      series.value[index] ?? Number.NaN,
    ]);
    if (alone.length > 0)
      add(Float64Array.from(alone), { type: "scatter", symbol: "circle", symbolSize: 5, itemStyle: { color }, z: 5 });
  }
  const flagged = (series.flagged ?? [])
    .map(({ at, value }) => [farmClock(at, model.timeZone), value] as const)
    .filter(([x]) => x >= view.from && x <= view.to)
    .flat();
  if (flagged.length > 0) {
    add(Float64Array.from(flagged), {
      type: "scatter",
      symbol: "circle",
      symbolSize: 8,
      itemStyle: { color: palette.surface, borderColor: color, borderWidth: 2 },
      z: 6,
    });
  }
}
