import type { EChartsCoreOption } from "echarts/core";
import { formatNumber } from "../../format.ts";
import type { PlacedAxis } from "../model/layout.ts";
import type { Palette } from "../model/palette.ts";
import { wholeStep } from "../model/points.ts";
import { tickLabel } from "../model/time-label.ts";
import { timeTicks } from "../model/time-ticks.ts";
import { markSeries } from "./mark-option.ts";
import { plotWidth, type Scene } from "./scene.ts";
import { drawnSeries } from "./series-option.ts";

/** Room for one label of the time axis. */
const TIME_LABEL_PX = 64;

/** All that ECharts needs to draw a scene. Nothing moves and nothing floats: cursor and values are the page's own. */
export function chartOption(scene: Scene): EChartsCoreOption {
  const { layout, palette } = scene;
  const { series, dataset } = drawnSeries(scene);
  return {
    animation: false,
    textStyle: { fontFamily: palette.font, color: palette.text },
    grid: layout.panes.map((pane) => ({ ...pane, outerBoundsMode: "none" })),
    xAxis: layout.panes.map((_, index) => timeAxis(scene, index)),
    yAxis: layout.axes.map((axis) => valueAxis(axis, palette)),
    dataset,
    series: [...markSeries(scene), ...series],
  };
}

function timeAxis(scene: Scene, pane: number) {
  const { view, palette, layout } = scene;
  const ticks = timeTicks(view, Math.max(2, Math.floor(plotWidth(scene) / TIME_LABEL_PX)), wholeStep(scene.model));
  const lowest = pane === layout.panes.length - 1;
  return {
    // Ticks and their words are our own, so the library need not know that these numbers are moments: its time axis would lay
    // out every label as text of several styles, which takes a third of the time of all the drawing.
    type: "value",
    gridIndex: pane,
    min: view.from,
    max: view.to,
    // Else it would widen the axis for bars at its ends, and places would not be where we say.
    containShape: false,
    // An inverse axis has its zero on top; the time stays below.
    axisLine: { onZero: false, lineStyle: { color: palette.muted } },
    axisTick: { show: lowest, customValues: ticks, lineStyle: { color: palette.muted } },
    splitLine: { show: true, customValues: ticks, lineStyle: { color: palette.line, type: [2, 4] } },
    axisLabel: {
      show: lowest,
      customValues: ticks,
      hideOverlap: true,
      color: (x: number | string) => (tickLabel(Number(x)).strong ? palette.text : palette.muted),
      fontSize: 12,
      formatter: (x: number) => tickLabel(x).words,
    },
  };
}

function valueAxis({ axis, scale, pane, side, decimals }: PlacedAxis, palette: Palette) {
  return {
    type: "value",
    gridIndex: pane,
    position: side,
    inverse: axis.inverse ?? false,
    ...scale,
    name: axis.unit,
    nameLocation: axis.inverse ? "start" : "end",
    nameGap: 8,
    nameMoveOverlap: false,
    nameTextStyle: { color: palette.muted, fontSize: 12, align: side === "left" ? "right" : "left", padding: 0 },
    axisLine: { show: false },
    axisTick: { show: false },
    splitLine: { show: side === "left", lineStyle: { color: palette.line } },
    axisLabel: {
      color: palette.muted,
      fontSize: 12,
      margin: 8,
      formatter: (value: number) => formatNumber(value, decimals),
    },
  };
}
