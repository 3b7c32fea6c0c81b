import type { Series } from "@lamina/shared/records/telemetry";
import type { ChartData } from "@lamina/shared/views/sources";
import type { ChartModel, ChartSeries, Tone } from "../../../ui/chart/model/model.ts";
import type { PeriodRange } from "../../../ui/period/period.ts";
import type { DrawnSource } from "../chart-sources.ts";
import type { SoilUnit } from "../selection.ts";
import type { Step } from "../steps.ts";

/** All that a chart is made of: what was asked, and the answer to just that. */
export interface Drawing {
  /** The first one gives the farm's clock; with more, they are compared. */
  sources: readonly DrawnSource[];
  range: PeriodRange;
  step: Step;
  unit: SoilUnit;
  data: ChartData;
  rainMinFracEto: number;
  sensorMarginPct: number;
}

/** A number that sums a chart up. */
export interface Fact {
  key: string;
  label: string;
  value: number | null;
  unit: string;
  decimals?: number;
  /** When, where from, against what. */
  note?: string;
  /** Beyond a limit; `note` names it. */
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

/** The series of a sensor; empty where the API sent none. */
export function seriesOf({ series }: ChartData, sensorId: string | undefined): Series | undefined {
  return series.find((one) => one.sensorId === sensorId);
}

/** Amounts per step, such as rain: their sum, else their mean. */
export const amounts = (series: Series): Values => series.sum ?? series.mean;

/** What every model says of its place and time. */
export function frameOf({
  sources,
  range,
}: Pick<Drawing, "sources" | "range">): Pick<ChartModel, "timeZone" | "from" | "to"> {
  return { timeZone: sources[0]?.farm.timezone ?? "UTC", from: range.from, to: range.to };
}

/** A line of readings with the flagged ones beside it. */
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

/** The range between the extremes of each step; none where each step is one reading. */
export function bandOf(
  series: Series,
  band: Pick<ChartSeries, "key" | "name" | "axis" | "tone">,
  step: Step,
): ChartSeries[] {
  if (step === "raw") return [];
  const { unit, at, min, max } = series;
  return [{ ...band, unit, shape: "band", step, at, value: min, upper: max }];
}

/** A chart is worth drawing when one value or one flagged reading is in it. */
export function hasReadings(series: readonly Series[]): boolean {
  return series.some(({ mean, flagged }) => flagged.length > 0 || mean.some((value) => value !== null));
}

/** A chart without a series. */
export function emptyChart(drawing: Drawing, title: string, axis: { key: string; unit: string }): Chart {
  return { model: { ...frameOf(drawing), title, axes: [axis], series: [] }, facts: [], hasReadings: false };
}
