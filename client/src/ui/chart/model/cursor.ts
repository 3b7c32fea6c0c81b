import { decimalsOf, formatNumber } from "../../format.ts";
import type { ChartModel, ChartSeries, ChartStep } from "./model.ts";
import { indexFrom, placesOf } from "./points.ts";
import { momentLabel } from "./time-label.ts";

/** A model with the places of its series on the axis, computed once. */
export interface PlacedSeries {
  series: ChartSeries;
  places: Float64Array;
  /** A value is read at most this far from its place. */
  reach: number;
}

const FINEST: readonly ChartStep[] = ["raw", "hour", "day", "month"];

/** Half the distance between neighbours (the median of the first ones), so that a gap reads as a gap. */
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

/** Every place at which some series has a step, ascending and once: where the cursor can stand. */
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

/** Index of the stop that is nearest to `x`; −1 when there is none. */
export function nearestStop(places: Float64Array, x: number): number {
  if (places.length === 0) return -1;
  const after = Math.min(indexFrom(places, x), places.length - 1);
  const before = Math.max(0, after - 1);
  return x - (places[before] ?? 0) <= (places[after] ?? 0) - x ? before : after;
}

/** What a series shows at `x`: null in a gap and where it has no step near. */
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

/** A reading in words, without its unit: `23,4`, of a band `18,0–24,5`. */
export function readingText(series: ChartSeries, reading: { value: number; upper?: number } | null): string {
  const decimals = series.decimals ?? decimalsOf(series.unit);
  const value = formatNumber(reading?.value, decimals);
  return reading?.upper === undefined ? value : `${value}–${formatNumber(reading.upper, decimals)}`;
}

/** The finest step on show: it says how exactly a place is named. */
export function finestStep(series: readonly ChartSeries[]): ChartStep {
  return FINEST.find((step) => series.some((one) => one.step === step)) ?? "raw";
}

/** All that is read at `x`, in one sentence for those who cannot see it. */
export function readingSentence(placed: readonly PlacedSeries[], x: number): string {
  const shown = placed.map((one) => {
    const words = readingText(one.series, readingAt(one, x));
    return `${one.series.name} ${words} ${one.series.unit}`.trim();
  });
  return `${momentLabel(x, finestStep(placed.map(({ series }) => series)))}: ${shown.join("; ")}`;
}
