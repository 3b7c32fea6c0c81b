import { decimalsOf, formatNumber } from "../../format.ts";
import type { ChartAxis, ChartModel, ChartSeries } from "./model.ts";
import { type Scale, scaleOf } from "./scale.ts";

/** A rectangle within the chart, in CSS pixels. */
interface Pane {
  left: number;
  right: number;
  top: number;
  height: number;
}

export interface PlacedAxis {
  axis: ChartAxis;
  scale: Scale;
  pane: 0 | 1;
  side: "left" | "right";
  /** Width of its labels. */
  decimals: number;
}

export interface Layout {
  panes: readonly Pane[];
  axes: readonly PlacedAxis[];
}

const TOP = 26;
const BOTTOM = 26;
const PANE_GAP = 34;
/** Share of the height for the lower pane. */
const LOWER_PART = 0.26;
const LABEL_CHARACTER = 6.9;
const LABEL_GAP = 14;
/** Height of one interval of an axis. */
const INTERVAL_PX = 52;

/**
 * Places panes and axes in a chart of `height` pixels, with room for the longest label. All plots have the same width.
 */
export function layOut(model: ChartModel, shown: readonly ChartSeries[], height: number): Layout {
  const hasLower = model.axes.some(({ lower }) => lower);
  const room = height - TOP - BOTTOM - (hasLower ? PANE_GAP : 0);
  const lowerHeight = hasLower ? Math.round(room * LOWER_PART) : 0;
  const heights = [room - lowerHeight, lowerHeight] as const;
  const counts = [0, 0];
  const axes = model.axes.map((axis): PlacedAxis => {
    const pane = axis.lower ? 1 : 0;
    const parts = Math.max(2, Math.round(heights[pane] / INTERVAL_PX));
    const scale = scaleOf(axis, shown, model.marks ?? [], parts);
    counts[pane] = (counts[pane] ?? 0) + 1;
    return {
      axis,
      scale,
      pane,
      side: counts[pane] === 1 ? "left" : "right",
      decimals: labelDecimals(scale, axis.unit),
    };
  });
  const margin = (side: "left" | "right", least: number) =>
    Math.max(least, ...axes.filter((placed) => placed.side === side).map(labelWidth));
  const sides = { left: margin("left", 30), right: margin("right", 22) };
  const upper: Pane = { ...sides, top: TOP, height: heights[0] };
  const lower: Pane = { ...sides, top: TOP + heights[0] + PANE_GAP, height: lowerHeight };
  return { panes: hasLower ? [upper, lower] : [upper], axes };
}

function labelDecimals({ interval }: Scale, unit: string): number {
  const needed = interval >= 1 && Number.isInteger(interval) ? 0 : interval * 10 === Math.round(interval * 10) ? 1 : 2;
  return Math.min(needed, Math.max(2, decimalsOf(unit)));
}

/** Room for the longest number, and for the words above it. */
function labelWidth({ axis, scale, decimals }: PlacedAxis): number {
  const longest = Math.max(...[scale.min, scale.max].map((value) => formatNumber(value, decimals).length));
  return Math.ceil(Math.max(longest * LABEL_CHARACTER + LABEL_GAP, (axis.name ?? axis.unit).length * LABEL_CHARACTER));
}
