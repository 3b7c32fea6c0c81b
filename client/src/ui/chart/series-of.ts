import type { Series } from "@lamina/shared/telemetry";
import type { ChartSeries, ChartStep } from "./model.ts";

/** What of a series' steps is drawn. `range` is a band from the least to the greatest. */
export type Statistic = "mean" | "min" | "max" | "sum" | "range";

/** How a series of the API is to be drawn. */
export type Drawing = Pick<ChartSeries, "name" | "tone" | "axis"> &
  Partial<Pick<ChartSeries, "shape" | "unit" | "decimals">> & { statistic: Statistic };

const STEPS: Readonly<Record<Series["step"], ChartStep>> = {
  auto: "raw",
  raw: "raw",
  hour: "hour",
  day: "day",
  month: "month",
};

/** A series of the API as a chart draws it. Sums are bars unless told otherwise; flagged readings go with the mean alone. */
export function seriesOf(series: Series, { statistic, ...drawing }: Drawing): ChartSeries {
  const value = statistic === "range" ? series.min : (series[statistic] ?? series.at.map(() => null));
  return {
    key: `${series.sensorId} ${statistic}`,
    unit: series.unit,
    shape: statistic === "range" ? "band" : statistic === "sum" ? "bar" : "line",
    step: STEPS[series.step],
    at: series.at,
    value,
    ...(statistic === "range" && { upper: series.max }),
    ...(statistic === "mean" && { flagged: series.flagged }),
    ...drawing,
  };
}
