import { farmClock } from "@lamina/shared/core/farm-time";
import { DAY_MS, HOUR_MS } from "@lamina/shared/core/time";
import type { ChartModel, ChartSeries } from "./model.ts";

/**
 * The visible part of the time axis. A chart uses the farm's local time, written as if it were UTC (see {@link
 * farmClock}), so that a drawing is the same in any browser's zone. `x` below is always in this time.
 */
export interface View {
  from: number;
  to: number;
}

/** True when every series has days or months. Each value is then at the label of its day, as on a calendar. */
export function isCalendar(model: Pick<ChartModel, "series">): boolean {
  return model.series.length > 0 && model.series.every(({ step }) => step === "day" || step === "month");
}

/** The step that is placed at its label: days, or months when there is nothing finer. */
export function wholeStep(model: Pick<ChartModel, "series">): "day" | "month" | undefined {
  if (!isCalendar(model)) return undefined;
  return model.series.every(({ step }) => step === "month") ? "month" : "day";
}

/** How far a day or month extends to the left of its label, in milliseconds. */
export function calendarShift(model: Pick<ChartModel, "series">): number {
  const whole = wholeStep(model);
  if (!whole) return 0;
  return whole === "month" ? 15 * DAY_MS : DAY_MS / 2;
}

/** Position of a value whose step begins at `x`: the middle of its hour or day. */
function middleOf(x: number, step: ChartSeries["step"], calendar: boolean): number {
  if (calendar || step === "raw" || step === "month") return x;
  return x + (step === "hour" ? HOUR_MS : DAY_MS) / 2;
}

/** The period of a model, with half a step around days and months at their labels. */
export function wholeView(model: ChartModel): View {
  const edge = calendarShift(model);
  return { from: farmClock(model.from, model.timeZone) - edge, to: farmClock(model.to, model.timeZone) - edge };
}

/** The positions of a series on the axis, ascending. */
export function placesOf(series: ChartSeries, model: ChartModel): Float64Array {
  const calendar = isCalendar(model);
  return Float64Array.from(series.at, (at) => middleOf(farmClock(at, model.timeZone), series.step, calendar));
}

/** The first index with a position not before `x`; the length when there is none. */
export function indexFrom(places: Float64Array, x: number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) < x) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Indices of a view: those inside and one more at each side, so that lines reach the edges. */
export function visibleSpan(places: Float64Array, view: View): { start: number; end: number } {
  const start = Math.max(0, indexFrom(places, view.from) - 1);
  const end = Math.min(places.length, indexFrom(places, view.to) + 1);
  return { start, end: Math.max(start, end) };
}

/** Readings with a gap on both sides. A line cannot show them, so they are drawn as points. */
export function lonely(values: readonly (number | null)[]): number[] {
  return values.flatMap((value, index) =>
    value !== null && (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null ? [index] : [],
  );
}
