import { farmClock } from "@lamina/shared/core/farm-time";
import { DAY_MS, HOUR_MS } from "@lamina/shared/core/time";
import type { ChartModel, ChartSeries } from "./model.ts";

/**
 * A chart is drawn in the farm's clock, written as if it were UTC (see {@link farmClock}), because no drawing library cuts
 * its axis in a zone of choice. `x` below is always in that clock.
 */
export interface View {
  from: number;
  to: number;
}

/** True when every series counts whole days or months: each value then stands on its day's label, as on a calendar. */
export function isCalendar(model: Pick<ChartModel, "series">): boolean {
  return model.series.length > 0 && model.series.every(({ step }) => step === "day" || step === "month");
}

/** What stands on its labels as a whole: days, or months where there is nothing finer. */
export function wholeStep(model: Pick<ChartModel, "series">): "day" | "month" | undefined {
  if (!isCalendar(model)) return undefined;
  return model.series.every(({ step }) => step === "month") ? "month" : "day";
}

/** How far to the left of its moment something stands where days or months stand on their labels. */
export function calendarShift(model: Pick<ChartModel, "series">): number {
  const whole = wholeStep(model);
  if (!whole) return 0;
  return whole === "month" ? 15 * DAY_MS : DAY_MS / 2;
}

/** Where on the axis the value of a step that begins at `x` stands: in the middle of its hour or day. */
function middleOf(x: number, step: ChartSeries["step"], calendar: boolean): number {
  if (calendar || step === "raw" || step === "month") return x;
  return x + (step === "hour" ? HOUR_MS : DAY_MS) / 2;
}

/** The period of a model, with half a step around days and months that stand on their labels. */
export function wholeView(model: ChartModel): View {
  const edge = calendarShift(model);
  return { from: farmClock(model.from, model.timeZone) - edge, to: farmClock(model.to, model.timeZone) - edge };
}

/** The places of a series on the axis, ascending. */
export function placesOf(series: ChartSeries, model: ChartModel): Float64Array {
  const calendar = isCalendar(model);
  return Float64Array.from(series.at, (at) => middleOf(farmClock(at, model.timeZone), series.step, calendar));
}

/** Pairs of place and value, one after the other, as ECharts reads them fastest. A gap is NaN. */
export function interleave(places: Float64Array, values: readonly (number | null)[]): Float64Array {
  const points = new Float64Array(places.length * 2);
  for (let index = 0; index < places.length; index++) {
    points[index * 2] = places[index] ?? Number.NaN;
    points[index * 2 + 1] = values[index] ?? Number.NaN;
  }
  return points;
}

/** The first index whose place is not before `x`; the length when there is none. */
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

/** Indices that a view needs: those inside and one more at each side, so that lines reach the edges. */
export function visibleSpan(places: Float64Array, view: View): { start: number; end: number } {
  const start = Math.max(0, indexFrom(places, view.from) - 1);
  const end = Math.min(places.length, indexFrom(places, view.to) + 1);
  return { start, end: Math.max(start, end) };
}

/** Readings with a gap on both sides: a line cannot show them, so they are drawn as points. */
export function lonely(values: readonly (number | null)[]): number[] {
  return values.flatMap((value, index) =>
    value !== null && (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null ? [index] : [],
  );
}
