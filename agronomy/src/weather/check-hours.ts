import { mjM2OfWm2 } from "@lamina/shared/core/units";
import { isTwilight } from "./dark-hours.ts";
import { type Finding, type Hours, type HourValue, MARGIN_HOURS, type WeatherFlag } from "./hours.ts";

/** Variables of a weather station with hourly checks. */
export type StationVariable = "airTemp" | "airHum" | "wind" | "rad";

interface Limits {
  /** Physical limits: wider than Brazil's records, narrower than a broken sensor. */
  range: readonly [min: number, max: number];
  /** Maximum difference of an hour from both its neighbours. */
  step: number;
  /** A sensor is stuck when its readings span less than this over `hours` consecutive hours. */
  persistence: { span: number; hours: number };
}

/**
 * Limits of hours in °C, %, m/s and W/m², after Estévez et al. (2011, J. Hydrology 402:144–154) and Zahumenský (2004, WMO
 * guidelines). Brazil's records are −14.0 and 44.8 °C. An anemometer reads 0 through a calm night, so wind counts as
 * stuck only after a whole day.
 */
const LIMITS: Readonly<Record<StationVariable, Limits>> = {
  airTemp: { range: [-15, 50], step: 8, persistence: { span: 0.05, hours: 12 } },
  airHum: { range: [1, 105], step: 30, persistence: { span: 0.05, hours: 24 } },
  wind: { range: [0, 40], step: 15, persistence: { span: 1e-9, hours: 24 } },
  rad: { range: [-150, 1600], step: Number.POSITIVE_INFINITY, persistence: { span: 0.5, hours: 6 } },
};

/** Humidity near saturation may be constant, in fog and long rain. */
const RESTS_ABOVE_PCT = 98;
/** A pyranometer reads less than this by day only when it is broken; at night and at twilight its offset is clipped to 0. */
const MIN_BY_DAY_WM2 = -20;
/** Radiation at night below this is the thermal offset of a pyranometer and gets no finding, W/m². */
const NIGHT_OFFSET_WM2 = 10;
/** Measured radiation is compared only in hours with at least this extraterrestrial radiation, MJ/m². */
const COMPARED_RA = 0.5;

export interface CheckedHours {
  hours: Hours;
  findings: Finding[];
}

/**
 * Checks the hours of a sensor in order: physical limits, radiation against its extraterrestrial limit, step,
 * persistence; then clips humidity to 100 % and radiation to 0 at night. Hours that fail are removed and listed. `ra`:
 * extraterrestrial radiation of each hour, MJ/m², for radiation alone.
 */
export function checkHours(variable: StationVariable, given: Hours, ra: readonly number[] = []): CheckedHours {
  const { range, step, persistence } = LIMITS[variable];
  const found = new Map<WeatherFlag, Set<number>>();
  const hours = [...given];
  const refuse = (flag: WeatherFlag, isBad: (hour: HourValue, index: number) => boolean) => {
    const before = [...hours];
    before.forEach((hour, index) => {
      if (hour === undefined || !isBad(hour, index)) return;
      hours[index] = undefined;
      note(found, flag, index);
    });
  };
  const isByDay = (index: number) => variable === "rad" && !isTwilight(ra, index);
  refuse(
    "out-of-limits",
    ({ min, max }, index) => min < (isByDay(index) ? MIN_BY_DAY_WM2 : range[0]) || max > range[1],
  );
  if (variable === "rad")
    refuse(
      "above-clear-sky",
      ({ mean }, index) => (ra[index] ?? 0) > COMPARED_RA && mjM2OfWm2(mean, 1) > (ra[index] ?? 0),
    );
  const compared = [...hours];
  refuse("step", (hour, index) => isOutlier(hour, compared[index - 1], compared[index + 1], step));
  const isNight = (index: number) => variable === "rad" && ra[index] === 0;
  const stuck = restingHours(hours, persistence, (hour, index) => isNight(index) || rests(variable, hour));
  refuse("persistence", (_, index) => stuck.has(index));
  hours.forEach((hour, index) => {
    const [clipped, noteworthy] = clip(variable, hour, isNight(index));
    hours[index] = clipped;
    if (noteworthy) note(found, "clipped", index);
  });
  hours.forEach((_, index) => {
    if (given[index] === undefined) note(found, "gap", index);
  });
  return { hours, findings: findingsOf(found) };
}

function note(found: Map<WeatherFlag, Set<number>>, flag: WeatherFlag, index: number): void {
  found.set(flag, (found.get(flag) ?? new Set()).add(index));
}

function findingsOf(found: ReadonlyMap<WeatherFlag, ReadonlySet<number>>): Finding[] {
  return [...found].flatMap(([flag, indexes]) => {
    const hours = [...indexes].map((index) => index - MARGIN_HOURS).filter((hour) => hour >= 0 && hour < 24);
    return hours.length > 0 ? [{ flag, hours }] : [];
  });
}

/** A change that lasts is weather; a change that is gone after an hour is a fault. */
function isOutlier(
  hour: HourValue,
  before: HourValue | undefined,
  after: HourValue | undefined,
  limit: number,
): boolean {
  const beside = [before, after].filter((one) => one !== undefined);
  if (beside.length === 0) return false;
  return beside.every((one) => hour.max - one.max > limit) || beside.every((one) => one.min - hour.min > limit);
}

function restingHours(
  hours: Hours,
  { span, hours: least }: Limits["persistence"],
  isExempt: (hour: HourValue, index: number) => boolean,
): Set<number> {
  const stuck = new Set<number>();
  let run: number[] = [];
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  hours.forEach((hour, index) => {
    const counts = hour !== undefined && !isExempt(hour, index);
    const fits = counts && Math.max(high, hour.max) - Math.min(low, hour.min) <= span;
    if (!fits) {
      run = [];
      [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    }
    if (!counts) return;
    run.push(index);
    [low, high] = [Math.min(low, hour.min), Math.max(high, hour.max)];
    if (run.length >= least) for (const one of run) stuck.add(one);
  });
  return stuck;
}

const rests = (variable: StationVariable, { min }: HourValue) => variable === "airHum" && min >= RESTS_ABOVE_PCT;

function clip(
  variable: StationVariable,
  hour: HourValue | undefined,
  isNight: boolean,
): [HourValue | undefined, boolean] {
  if (hour === undefined) return [hour, false];
  if (variable === "airHum" && hour.max > 100)
    return [{ mean: Math.min(100, hour.mean), min: Math.min(100, hour.min), max: 100 }, true];
  if (variable !== "rad") return [hour, false];
  if (isNight) return [{ mean: 0, min: 0, max: 0 }, Math.abs(hour.mean) > NIGHT_OFFSET_WM2];
  return [{ mean: Math.max(0, hour.mean), min: Math.max(0, hour.min), max: Math.max(0, hour.max) }, false];
}
