import { type FarmDay, farmDay } from "@lamina/shared/core/farm-time";
import type { Series } from "@lamina/shared/records/readings";
import { amounts, type Values } from "./drawing.ts";

/** Readings of two sensors within a quarter of an hour are treated as simultaneous. */
const TOGETHER_MS = 900_000;

export interface Point {
  at: number;
  value: number;
}

/** The values of a series at the moments of another; null where it has none. */
export function valuesAt(at: readonly number[], series: Pick<Series, "at"> | undefined, values: Values): Values {
  if (!series) return at.map(() => null);
  if (series.at === at) return values;
  const byQuarter = new Map<number, number>();
  series.at.forEach((moment, index) => {
    const value = values[index] ?? null;
    if (value !== null) byQuarter.set(Math.floor(moment / TOGETHER_MS), value);
  });
  return at.map((moment) => byQuarter.get(Math.floor(moment / TOGETHER_MS)) ?? null);
}

/** Combines values at the same index; null where one of them is missing. */
export function combine(columns: readonly Values[], formula: (...values: number[]) => number): Values {
  return (columns[0] ?? []).map((_, index) => {
    const row = columns.map((column) => column[index] ?? null);
    return row.every((value) => value !== null) ? formula(...row) : null;
  });
}

/** The running sum. A gap stays a gap, and the sum continues after it. */
export function accumulate(values: Values): Values {
  let sum = 0;
  return values.map((value) => {
    if (value === null) return null;
    sum += value;
    return sum;
  });
}

/** Sum of the known values; null when there are none. */
export function total(values: Values): number | null {
  const numbers = values.filter((value) => value !== null);
  return numbers.length === 0 ? null : numbers.reduce((sum, value) => sum + value, 0);
}

export function average(values: Values): number | null {
  const sum = total(values);
  return sum === null ? null : sum / values.filter((value) => value !== null).length;
}

/** The minimum or maximum with its moment. */
export function extreme(at: readonly number[], values: Values, which: "min" | "max"): Point | null {
  let found: Point | null = null;
  values.forEach((value, index) => {
    if (value === null || (found && (which === "min" ? value >= found.value : value <= found.value))) return;
    found = { at: at[index] ?? 0, value };
  });
  return found;
}

/** The last value, with its moment. */
export function last(at: readonly number[], values: Values): Point | null {
  for (let index = values.length - 1; index >= 0; index--) {
    const value = values[index] ?? null;
    if (value !== null) return { at: at[index] ?? 0, value };
  }
  return null;
}

/** One farm-day of a series. */
export interface SeriesDay {
  day: FarmDay;
  min: number | null;
  max: number | null;
  amount: number | null;
}

/** A series by farm-days, in order: the extremes and the sum of each. */
export function daysOf(series: Series, timeZone: string): SeriesDay[] {
  const sums = amounts(series);
  const days = new Map<FarmDay, SeriesDay>();
  series.at.forEach((at, index) => {
    const day = farmDay(at, timeZone);
    const previous = days.get(day) ?? { day, min: null, max: null, amount: null };
    const [min, max, amount] = [series.min[index] ?? null, series.max[index] ?? null, sums[index] ?? null];
    days.set(day, {
      day,
      min: min === null ? previous.min : Math.min(min, previous.min ?? min),
      max: max === null ? previous.max : Math.max(max, previous.max ?? max),
      amount: amount === null ? previous.amount : (previous.amount ?? 0) + amount,
    });
  });
  return [...days.values()];
}
