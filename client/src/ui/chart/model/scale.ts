import type { ChartAxis, ChartMark, ChartSeries } from "./model.ts";

/** A vertical axis as drawn: round ends and a round interval. */
export interface Scale {
  min: number;
  max: number;
  interval: number;
}

const ROUND = [1, 2, 2.5, 5, 10];

/** Round ends around a range, with about `parts` intervals. A range of width 0 becomes one unit wide. */
export function roundScale(low: number, high: number, parts: number): Scale {
  const span = high > low ? high - low : Math.max(1, Math.abs(high) * 0.1);
  const rough = span / parts;
  const power = 10 ** Math.floor(Math.log10(rough));
  const interval = (ROUND.find((step) => step * power >= rough * 0.999) ?? 10) * power;
  const middle = high > low ? low : low - span / 2;
  const min = Math.floor(middle / interval + 1e-9) * interval;
  const max = Math.ceil((middle + span) / interval - 1e-9) * interval;
  return { min: tidy(min), max: tidy(max), interval: tidy(interval) };
}

/** Removes binary artefacts such as 0.30000000000000004. */
function tidy(value: number): number {
  return Number(value.toPrecision(12));
}

/**
 * The scale of an axis from all values of its series, visible or not, so that it does not change with the zoom. Bars
 * start at 0. Bands with two ends are included as far as they are finite.
 */
export function scaleOf(
  axis: ChartAxis,
  series: readonly ChartSeries[],
  marks: readonly ChartMark[],
  parts: number,
): Scale {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  const see = (value: number | null | undefined) => {
    if (value == null || !Number.isFinite(value)) return;
    if (value < low) low = value;
    if (value > high) high = value;
  };
  for (const one of series) {
    if (one.axis !== axis.key) continue;
    for (const value of one.value) see(value);
    for (const value of one.upper ?? []) see(value);
    for (const { value } of one.flagged ?? []) see(value);
    if (one.shape === "bar") see(0);
  }
  for (const value of axis.include ?? []) see(value);
  for (const { axis: key, from, to } of marks) {
    if (key !== axis.key || to !== undefined) continue;
    // Includes a threshold just outside the readings. A distant one would flatten them.
    const reach = (high - low) * 0.25;
    if (from >= low - reach && from <= high + reach) see(from);
  }
  return low > high ? { min: 0, max: 1, interval: 1 / parts } : roundScale(low, high, parts);
}
