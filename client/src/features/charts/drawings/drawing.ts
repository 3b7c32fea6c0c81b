import type { Series } from "@lamina/shared/records/readings";
import type { ChartData } from "@lamina/shared/views/sources";
import type { ChartModel, ChartSeries, Tone } from "../../../ui/chart/model/model.ts";
import type { PeriodRange } from "../../../ui/period/period.ts";
import type { DrawnSource } from "../chart-sources.ts";
import type { SoilUnit } from "../selection.ts";
import type { Step } from "../steps.ts";

/** Input of a chart: the request, and the answer to exactly that request. */
export interface Drawing {
  /** The first source gives the farm's time zone. Several sources are compared. */
  sources: readonly DrawnSource[];
  range: PeriodRange;
  step: Step;
  unit: SoilUnit;
  data: ChartData;
  rainMinFracEto: number;
  sensorMarginPct: number;
}

export interface Fact {
  key: string;
  label: string;
  value: number | null;
  unit: string;
  decimals?: number;
  /** Its time, its source or its reference. */
  note?: string;
  /** Set for a value beyond a limit, which `note` names. */
  level?: "warning" | "danger";
}

export interface Chart {
  model: ChartModel;
  facts: Fact[];
  /** False when no reading falls into the period. */
  hasReadings: boolean;
}

export type Values = readonly (number | null)[];

/** Tones of compared sources, in their order. */
export const COMPARE_TONES: readonly Tone[] = [1, 2, 3, 4];

/** The series of a sensor; undefined when the API sent none. */
export function seriesOf({ series }: ChartData, sensorId: string | undefined): Series | undefined {
  return series.find((one) => one.sensorId === sensorId);
}

/** The sum of each step for amounts such as rain, otherwise the mean. */
export const amounts = (series: Series): Values => series.sum ?? series.mean;

/** Time zone and period of a model. */
export type Frame = Pick<ChartModel, "timeZone" | "from" | "to">;

export function frameOf({ sources, range }: Pick<Drawing, "sources" | "range">): Frame {
  return { timeZone: sources[0]?.farm.timezone ?? "UTC", from: range.from, to: range.to };
}

/** A line of readings, with its flagged readings as separate points. */
export function lineOf(
  series: Series,
  line: Pick<ChartSeries, "key" | "name" | "tone" | "axis"> & Partial<ChartSeries>,
  step: Step,
): ChartSeries {
  return {
    unit: series.unit,
    shape: "line",
    step,
    at: series.at,
    value: series.mean,
    flagged: series.flagged,
    ...line,
  };
}

/** The range between the extremes of each step. Empty when each step is one reading. */
export function bandOf(
  series: Series,
  band: Pick<ChartSeries, "key" | "name" | "axis" | "tone">,
  step: Step,
): ChartSeries[] {
  if (step === "raw") return [];
  const { unit, at, min, max } = series;
  return [{ ...band, unit, shape: "band", step, at, value: min, upper: max }];
}

/** True when at least one value or one flagged reading is in the chart. */
export function hasReadings(series: readonly Series[]): boolean {
  return series.some(({ mean, flagged }) => flagged.length > 0 || mean.some((value) => value !== null));
}

export function emptyChart(drawing: Drawing, title: string, axis: { key: string; unit: string }): Chart {
  return { model: { ...frameOf(drawing), title, axes: [axis], series: [] }, facts: [], hasReadings: false };
}
