import { mjM2OfWm2 } from "@lamina/shared/core/units";
import { clearSkyRadiation } from "../eto/radiation.ts";
import type { Hours } from "./hours.ts";

/** The radiation of a station on one day: its hours as measured, and what the sun gives above the air. */
export interface RadiationDay {
  /** The 24 hours of the farm's clock, W/m². */
  hours: Hours;
  /** Extraterrestrial radiation of the same hours, MJ/m². */
  raByHour: readonly number[];
  /** ETo of the day with this radiation (MJ/m²), mm; undefined where other inputs are missing. */
  etoWith(rad: number): number | undefined;
}

/**
 * A lasting fault of a pyranometer or of its clock: `night-offset` in W/m², `above-clear-sky` as the ratio of its best
 * days to a clear sky, `clock-off` in hours (positive when the sun seems late).
 */
interface RadiationFault {
  id: "night-offset" | "above-clear-sky" | "clock-off";
  value: number;
  /** Days that show it. */
  days: number;
  /** Mean error of ETo if the measurement counts as it is, mm a day; null where ETo has no other inputs. */
  effectMm: number | null;
}

/** Minimum nights, and minimum mean value of their hours, of an offset that is named (thermal offsets are some W/m²). */
const NIGHTS = 3;
const OFFSET_WM2 = 5;
/** Days of a drift, the best ones that are compared, and the ratio to Rso that no accuracy of Eq. 37 explains. */
const DRIFT_DAYS = 14;
const BEST_DAYS = 5;
const DRIFT_RATIO = 1.08;
/** Days of a clock that is off, and its least error, h: readings at the end of their hour explain up to one. */
const CLOCK_DAYS = 5;
const CLOCK_HOURS = 1.25;
/** Part of an hour's brightest days taken as a clear sky at that hour. */
const CLEAR_QUANTILE = 0.8;

/**
 * Lasting faults of a station's radiation over some weeks. Night: mean of the hours without sun and beside twilight.
 * Clear sky: FAO-56 Annex 5 compares the highest days of a sensor with Rso (Eq. 37). Clock: the lag at which the course of
 * the clear hours fits that of the sun above the air.
 */
export function radiationFaults(days: readonly RadiationDay[], altitudeM: number): RadiationFault[] {
  const clock = clockOff(days);
  // By a wrong clock the sun shines at night.
  const found = [clock ? undefined : nightOffset(days), aboveClearSky(days, altitudeM), clock];
  return found.filter((fault) => fault !== undefined);
}

function nightOffset(days: readonly RadiationDay[]): RadiationFault | undefined {
  const nights = days.flatMap(({ hours, raByHour }) => {
    const dark = hours.flatMap((hour, at) => {
      const isNight = [at - 1, at, at + 1].every((beside) => (raByHour[beside] ?? 0) === 0);
      return hour !== undefined && isNight ? [hour.mean] : [];
    });
    return dark.length === 0 ? [] : [mean(dark)];
  });
  const offset = median(nights);
  if (offset === undefined || nights.length < NIGHTS || Math.abs(offset) < OFFSET_WM2) return undefined;
  const error = ({ raByHour }: RadiationDay) => mjM2OfWm2(offset, raByHour.filter((ra) => ra > 0).length);
  const effectMm = effectOf(days, (day) => ({ counted: daySum(day), right: daySum(day) - error(day) }));
  return { id: "night-offset", value: offset, days: nights.length, effectMm };
}

function aboveClearSky(days: readonly RadiationDay[], altitudeM: number): RadiationFault | undefined {
  const ratios = days.flatMap((day) => {
    const total = sum(day.raByHour);
    const isWhole = day.hours.every((hour, at) => hour !== undefined || day.raByHour[at] === 0);
    return isWhole && total > 0 ? [daySum(day) / clearSkyRadiation(total, altitudeM)] : [];
  });
  if (ratios.length < DRIFT_DAYS) return undefined;
  const best = ratios.toSorted((one, other) => other - one).slice(0, BEST_DAYS);
  const ratio = median(best) ?? 1;
  if (ratio < DRIFT_RATIO) return undefined;
  const effectMm = effectOf(days, (day) => ({ counted: daySum(day), right: daySum(day) / ratio }));
  return { id: "above-clear-sky", value: ratio, days: ratios.filter((one) => one > 1).length, effectMm };
}

function clockOff(days: readonly RadiationDay[]): RadiationFault | undefined {
  const lit = days.filter((day) => daySum(day) > 0);
  if (lit.length < CLOCK_DAYS) return undefined;
  const clear = Array.from({ length: 24 }, (_, at) => {
    const own = lit.flatMap(({ hours }) => hours[at]?.mean ?? []).toSorted((one, other) => one - other);
    return Math.max(0, own[Math.floor(CLEAR_QUANTILE * (own.length - 1))] ?? 0);
  });
  const sun = Array.from({ length: 24 }, (_, at) => mean(lit.map(({ raByHour }) => raByHour[at] ?? 0)));
  const fit = (lag: number) => sum(clear.map((value, at) => value * (sun[(at - lag + 24) % 24] ?? 0)));
  const lags = Array.from({ length: 24 }, (_, index) => index - 11);
  const best = lags.reduce((one, other) => (fit(other) > fit(one) ? other : one), 0);
  // The top of the parabola through the best lag and those beside it.
  const [before, top, after] = [fit(best - 1), fit(best), fit(best + 1)];
  const value = best + (before - after) / (2 * (before - 2 * top + after));
  if (!(Math.abs(value) >= CLOCK_HOURS)) return undefined;
  const hoursOff = Math.round(value);
  const effectMm = effectOf(lit, (day) => ({
    // What falls into computed night counts as 0.
    counted: sum(day.hours.map((hour, at) => (day.raByHour[at] === 0 ? 0 : mjM2OfWm2(hour?.mean ?? 0, 1)))),
    right: daySum(day),
  }));
  return { id: "clock-off", value: hoursOff, days: lit.length, effectMm };
}

/** Mean difference of ETo between the radiation that counts and the right one, mm a day. */
function effectOf(
  days: readonly RadiationDay[],
  radiation: (day: RadiationDay) => { counted: number; right: number },
): number | null {
  const errors = days.flatMap((day) => {
    const { counted, right } = radiation(day);
    const [one, other] = [day.etoWith(Math.max(0, counted)), day.etoWith(Math.max(0, right))];
    return one === undefined || other === undefined ? [] : [one - other];
  });
  return errors.length === 0 ? null : mean(errors);
}

/** Measured radiation of a day, MJ/m²; what a sensor reads below zero is none. */
const daySum = ({ hours }: RadiationDay) => sum(hours.map((hour) => mjM2OfWm2(Math.max(0, hour?.mean ?? 0), 1)));
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]) => sum(values) / values.length;
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
