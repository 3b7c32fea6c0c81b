import { decimalsOf, formatNumber } from "../../format.ts";
import type { ChartModel, ChartSeries, ChartStep } from "./model.ts";
import { indexFrom, placesOf } from "./points.ts";
import { momentLabel } from "./time-label.ts";

/** A model with the positions of its series, computed once. */
export interface PlacedSeries {
  series: ChartSeries;
  places: Float64Array;
  /** Largest distance between the cursor and a value that it shows. */
  reach: number;
}

const FINEST: readonly ChartStep[] = ["raw", "hour", "day", "month"];

/** Half the distance between neighbours (the median of the first ones), so that a gap has no value. */
function reachOf(places: Float64Array): number {
  const steps = Array.from(places.subarray(1, 64), (place, index) => place - (places[index] ?? place)).sort(
    (one, other) => one - other,
  );
  return (steps[steps.length >> 1] ?? 0) / 2;
}

export function placeSeries(model: ChartModel): PlacedSeries[] {
  return model.series.map((series) => {
    const places = placesOf(series, model);
    return { series, places, reach: reachOf(places) };
  });
}

/** All positions at which a series has a step, ascending and without duplicates: the stops of the cursor. */
export function stops(placed: readonly PlacedSeries[]): Float64Array {
  const [first, ...others] = placed;
  if (!first) return new Float64Array(0);
  if (others.every(({ places }) => same(places, first.places))) return first.places;
  const all = new Set<number>();
  for (const { places } of placed) for (const place of places) all.add(place);
  return Float64Array.from(all).sort();
}

function same(one: Float64Array, other: Float64Array): boolean {
  return one.length === other.length && one.every((place, index) => place === other[index]);
}

/** Index of the stop nearest to `x`, and on the border of two hours or days of the one that begins; −1 when there is none. */
export function nearestStop(places: Float64Array, x: number): number {
  if (places.length === 0) return -1;
  const after = Math.min(indexFrom(places, x), places.length - 1);
  const before = Math.max(0, after - 1);
  return x - (places[before] ?? 0) < (places[after] ?? 0) - x ? before : after;
}

/** The value of a series at `x`; null in a gap and without a step nearby. */
export function readingAt(
  { series, places, reach }: PlacedSeries,
  x: number,
): { value: number; upper?: number } | null {
  const index = nearestStop(places, x);
  const place = places[index];
  if (place === undefined || Math.abs(place - x) > reach) return null;
  const value = series.value[index] ?? null;
  if (value === null) return null;
  const upper = series.upper?.[index] ?? null;
  return upper === null ? { value } : { value, upper };
}

/** A value as text without its unit: `23,4`, or `18,0–24,5` for a band. */
export function readingText(series: ChartSeries, reading: { value: number; upper?: number } | null): string {
  const decimals = series.decimals ?? decimalsOf(series.unit);
  const value = formatNumber(reading?.value, decimals);
  return reading?.upper === undefined ? value : `${value}–${formatNumber(reading.upper, decimals)}`;
}

/** The finest step of the visible series. It sets the precision of a time label. */
export function finestStep(series: readonly ChartSeries[]): ChartStep {
  return FINEST.find((step) => series.some((one) => one.step === step)) ?? "raw";
}

/** All values at `x` in one sentence, for screen readers. */
export function readingSentence(placed: readonly PlacedSeries[], x: number): string {
  const shown = placed.map((one) => {
    const words = readingText(one.series, readingAt(one, x));
    return `${one.series.name} ${words} ${one.series.unit}`.trim();
  });
  return `${momentLabel(x, finestStep(placed.map(({ series }) => series)))}: ${shown.join("; ")}`;
}
