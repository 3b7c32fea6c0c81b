import { decimalsOf, formatNumber } from "../../format.ts";
import type { ChartModel, ChartSeries } from "./model.ts";
import { text } from "./text.ts";

/** A chart in words, for screen readers: range, last value and gaps of each series. */
export function summary(model: ChartModel): string {
  return [model.title, ...model.series.map(seriesSummary)].join(". ");
}

function seriesSummary(series: ChartSeries): string {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  let last: number | null = null;
  let gaps = 0;
  series.value.forEach((value, index) => {
    if (value === null) {
      if (series.value[index - 1] !== null) gaps++;
      return;
    }
    low = Math.min(low, value);
    high = Math.max(high, series.upper?.[index] ?? value);
    last = value;
  });
  if (last === null) return `${series.name}: ${text.noReading.toLowerCase()}`;
  const words = (value: number) =>
    `${formatNumber(value, series.decimals ?? decimalsOf(series.unit))} ${series.unit}`.trim();
  return text.series(series.name, words(low), words(high), words(last), gaps);
}
