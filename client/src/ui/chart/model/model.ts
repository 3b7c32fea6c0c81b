import type { Status } from "@lamina/shared/records/balance";
import type { Series } from "@lamina/shared/records/readings";

/** The step of a value: a single reading is drawn at its moment; a sum or mean covers an hour, a day or a month. */
export type ChartStep = "raw" | "hour" | "day" | "month";

/**
 * Colour of a series, from the theme. Numbers distinguish compared series. Rain and irrigation have the same colour in
 * every chart. `strong` is for a summary of other series.
 */
export type Tone = 1 | 2 | 3 | 4 | 5 | 6 | "rain" | "irrigation" | "muted" | "strong";

/** A reading that is not `ok`: drawn as a hollow point, and not part of a line. */
export type FlaggedPoint = Series["flagged"][number];

/** One series of a chart. Moments are milliseconds since the epoch, ascending. A null is a gap. */
export interface ChartSeries {
  key: string;
  name: string;
  unit: string;
  /** Decimals, if they differ from those of the unit. */
  decimals?: number;
  shape: "line" | "bar" | "band";
  tone: Tone;
  /** Key of its axis. */
  axis: string;
  step: ChartStep;
  at: readonly number[];
  value: readonly (number | null)[];
  /** The upper edge of a band. Its lower edge is `value`. */
  upper?: readonly (number | null)[];
  /** From this moment on the values are projected, with dashed lines and pale bars. */
  projectedFrom?: number;
  flagged?: readonly FlaggedPoint[];
}

/** A vertical axis. The upper pane has up to two, left and right; the smaller lower one has one. */
export interface ChartAxis {
  key: string;
  unit: string;
  /** The words above the axis, instead of the unit, because another axis has the same unit. */
  name?: string;
  /** True for values that grow downwards, such as a depletion. */
  inverse?: boolean;
  /** Values that the axis always includes. */
  include?: readonly number[];
  lower?: boolean;
}

/** A threshold, or with `to` a band, across an axis. */
export interface ChartMark {
  key: string;
  axis: string;
  label: string;
  from: number;
  to?: number;
  tone: Status | "neutral" | "warning" | "danger";
}

/** A marked time span in the upper pane, such as a dry spell. */
export interface ChartSpan {
  key: string;
  label: string;
  from: number;
  to: number;
  tone: ChartMark["tone"];
}

export interface ChartModel {
  title: string;
  /** The farm's zone, for days and moments. */
  timeZone: string;
  /** The requested period, also where it has no readings. */
  from: number;
  to: number;
  axes: readonly ChartAxis[];
  series: readonly ChartSeries[];
  marks?: readonly ChartMark[];
  spans?: readonly ChartSpan[];
  /** Where the known values end and the projection begins. */
  now?: number;
  /** The moment whose values the header shows without a cursor; each series' last value when left out. */
  restAt?: number;
  /** The header's label without a cursor, for each series' last value. Their moment and its age when left out. */
  lastLabel?: string;
}
