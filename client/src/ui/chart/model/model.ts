import type { Series } from "@lamina/shared/records/telemetry";
import type { StatusKind } from "../../feedback/status.tsx";

/** A reading and its kin are drawn at a moment; a sum or mean of an hour, day or month stands for all of it. */
export type ChartStep = "raw" | "hour" | "day" | "month";

/**
 * Colour of a series, from the theme. Numbers tell compared series apart; rain and irrigation keep theirs everywhere;
 * `strong` is what sums the others up.
 */
export type Tone = 1 | 2 | 3 | 4 | 5 | 6 | "rain" | "irrigation" | "muted" | "strong";

/** A reading that is not `ok`: drawn as a hollow point, and part of no line. */
export type FlaggedPoint = Series["flagged"][number];

/** One series of a chart. Moments are milliseconds since the epoch, ascending; a null is a gap, and drawn as one. */
export interface ChartSeries {
  key: string;
  name: string;
  unit: string;
  /** Decimals, when not those of the unit. */
  decimals?: number;
  shape: "line" | "bar" | "band";
  tone: Tone;
  /** Key of its axis. */
  axis: string;
  step: ChartStep;
  at: readonly number[];
  value: readonly (number | null)[];
  /** The upper edge of a band, whose lower edge is `value`. */
  upper?: readonly (number | null)[];
  /** From this moment on the values are projected: dashed lines, pale bars. */
  projectedFrom?: number;
  flagged?: readonly FlaggedPoint[];
}

/** A vertical axis. The upper pane holds up to two, left and right; the lower, smaller one holds one. */
export interface ChartAxis {
  key: string;
  unit: string;
  /** Grows downwards, as a depletion does. */
  inverse?: boolean;
  /** Always in view. */
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
  tone: StatusKind | "neutral" | "warning" | "danger";
}

/** Some time that is marked through the upper pane, such as a dry spell. */
export interface ChartSpan {
  key: string;
  label: string;
  from: number;
  to: number;
  tone: ChartMark["tone"];
}

/** All that a chart draws. */
export interface ChartModel {
  title: string;
  /** The farm's: days are cut and moments are written in it. */
  timeZone: string;
  /** The period asked for, whether or not there are readings in all of it. */
  from: number;
  to: number;
  axes: readonly ChartAxis[];
  series: readonly ChartSeries[];
  marks?: readonly ChartMark[];
  spans?: readonly ChartSpan[];
  /** Where what is known ends and the projection begins. */
  now?: number;
  /** What the header says while nobody points: its values are then each series' last. "Last reading" when left out. */
  lastLabel?: string;
}
