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

/** Space for one label of the time axis. */
const TIME_LABEL_PX = 64;

/** The ECharts option of a scene, without animation and tooltips, because the page draws cursor and values itself. */
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
    // Ticks and labels are our own, so the axis has plain numbers. The library's time axis would lay out every label as
    // rich text, which takes a third of the drawing time.
    type: "value",
    gridIndex: pane,
    min: view.from,
    max: view.to,
    // Otherwise bars at the ends would widen the axis, and positions would differ from ours.
    containShape: false,
    // An inverse axis has its zero at the top. The time axis stays at the bottom.
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
    name: axis.name ?? axis.unit,
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
