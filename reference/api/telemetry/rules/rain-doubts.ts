import { HOUR_MS } from "@lamina/shared/core/time";
import { round } from "@lamina/shared/core/units";
import type { RainDoubtKind } from "@lamina/shared/records/weather";
import { type RainReading, runningTotalDays } from "./running-total.ts";

/**
 * More rain than this in an hour or in a day is doubted, mm. The records of most Brazilian stations are below: the hour
 * of a 100-year return period is 80 to 120 mm, and a day above 250 mm is a disaster.
 */
const MAX_AN_HOUR_MM = 150;
const MAX_A_DAY_MM = 250;
/** More than this in a day cannot be accepted, mm: Brazil's record is 683 mm, at Bertioga on 2023-02-19 (CEMADEN). */
export const POSSIBLE_A_DAY_MM = 700;
/** A wet day that is doubted where no other gauge of the farm has a part of it: least amount, mm, and part. */
export const COMPARED_FROM_MM = 50;
export const NEIGHBOUR_SHARE = 0.2;
/** Another gauge of the farm with this part of a doubted amount confirms it. */
const CONFIRMING_SHARE = 0.5;

/** Whether another gauge of the farm, with its amount of the day in mm, confirms a doubted amount. */
export const isConfirmed = ({ kind, mm }: DayDoubt, elsewhere: number): boolean =>
  (kind === "rate" || kind === "day") && elsewhere >= CONFIRMING_SHARE * mm;

/** Doubted rain of a day: the sum of its readings, mm. */
export interface DayDoubt {
  kind: RainDoubtKind;
  mm: number;
}

interface Gauge {
  dayOf(at: number): string;
  /** Whether the readings are increases of a total already. */
  isTotal: boolean;
  /** Whether other days are a running total. */
  isKnown: boolean;
}

/** The days of a gauge whose rain is doubted. @param readings in time order */
export function doubtedDays(
  readings: readonly RainReading[],
  { dayOf, isTotal, isKnown }: Gauge,
): Map<string, DayDoubt> {
  const totals = isTotal ? new Set<string>() : runningTotalDays(readings, dayOf, isKnown);
  const rates = ratesByDay(readings, dayOf);
  const doubts = new Map<string, DayDoubt>();
  for (const [day, ofDay] of Map.groupBy(readings, ({ at }) => dayOf(at))) {
    const mm = round(
      ofDay.reduce((sum, reading) => sum + reading.mm, 0),
      1,
    );
    const kind = totals.has(day) ? "counter" : kindOf(mm, rates.get(day) ?? 0);
    if (kind !== undefined) doubts.set(day, { kind, mm });
  }
  return doubts;
}

function kindOf(mm: number, rate: number): RainDoubtKind | undefined {
  if (mm > POSSIBLE_A_DAY_MM) return "impossible";
  if (mm > MAX_A_DAY_MM) return "day";
  return rate > MAX_AN_HOUR_MM ? "rate" : undefined;
}

/** The largest rate of each day, mm/h: of the rain of an hour, or since the last reading where that is longer ago. */
function ratesByDay(readings: readonly RainReading[], dayOf: (at: number) => string): Map<string, number> {
  const rates = new Map<string, number>();
  let first = 0;
  let sum = 0;
  for (const [index, { at, mm }] of readings.entries()) {
    sum += mm;
    // A reading has the rain since the one before it, so that the window begins with the last one an hour ago.
    for (let next = readings[first]; next !== undefined && at - next.at >= HOUR_MS && first < index; first++) {
      sum -= next.mm;
      next = readings[first + 1];
    }
    const since = at - (readings[first - 1]?.at ?? at);
    const rate = sum / Math.max(1, since / HOUR_MS);
    const day = dayOf(at);
    rates.set(day, Math.max(rate, rates.get(day) ?? 0));
  }
  return rates;
}
