import { mjM2OfWm2 } from "@lamina/shared/core/units";
import { clearSkyRadiation, exceedsClearSky } from "../eto/radiation.ts";
import { windAt2m } from "../eto/wind.ts";
import { type CheckedHours, checkHours, type StationVariable } from "./check-hours.ts";
import { withDarkHours } from "./dark-hours.ts";
import { bridgeHours, type Finding, type Hours, ofDay } from "./hours.ts";

/** Hours of a station's sensors: those of the day with `MARGIN_HOURS` before and after it. */
export type StationHours = Partial<Record<StationVariable, Hours>>;

export interface DayPlace {
  altitudeM: number;
  /** Extraterrestrial radiation of each of the hours given, MJ/m². */
  raByHour: readonly number[];
  /** Height of the anemometer, m. */
  windHeightM: number;
}

/** A day's weather as measured: °C, %, m/s at 2 m, MJ/m². A value is absent when the hours do not suffice. */
export interface StationDay {
  tMax?: number;
  tMin?: number;
  tMean?: number;
  rhMax?: number;
  rhMin?: number;
  rhMean?: number;
  wind2m?: number;
  rad?: number;
}

export interface VariableReport {
  /** Hours of the day that count as measured. */
  hours: number;
  findings: Finding[];
  /** Whether missing or refused hours were interpolated from their neighbours. */
  bridged: boolean;
}

/** Hours of the farm's clock that usually contain the day's extremes. */
const WARMEST = [11, 17] as const;
const COLDEST = [3, 7] as const;
/** Minimum hours with readings for the mean of a day. */
const ENOUGH_HOURS = 20;
/** Maximum interpolated hours of a day that is not marked as filled, because a single message is sometimes lost. */
const UNNOTED_HOURS = 1;
/** Minimum share of the day's extraterrestrial radiation within measured hours. */
const ENOUGH_RA = 0.4;
/** Measured radiation below this part of Ra is impossible under any cloud (Estévez et al. 2011). */
const MIN_OF_RA = 0.03;

/**
 * The day of one station from its hours, each with the same weight. Hours are checked first (`checkHours`); failed
 * hours are interpolated from their neighbours where possible, otherwise the value is absent.
 */
export function stationDay(
  given: StationHours,
  place: DayPlace,
): { day: StationDay; reports: Partial<Record<StationVariable, VariableReport>> } {
  const checked = checkStation(given, place);
  const day: StationDay = {};
  const reports: Partial<Record<StationVariable, VariableReport>> = {};
  for (const [variable, result] of checked) {
    const own = ofDay(result.hours);
    const measured = own.filter((hour) => hour !== undefined).length;
    const report = { hours: measured, findings: result.findings, bridged: false };
    reports[variable] = report;
    if (variable === "rad") Object.assign(day, radiationOf(own, place, report));
    else Object.assign(day, valuesOf(variable, result.hours, place, report));
  }
  return { day, reports };
}

/** One probe measures both elements: when its temperature is refused, its humidity has no dew point and is refused too. */
function checkStation(given: StationHours, { raByHour }: DayPlace): [StationVariable, CheckedHours][] {
  const names = (["airTemp", "airHum", "wind", "rad"] as const).filter((name) => given[name] !== undefined);
  const others = names.filter((name) => name !== "rad");
  // A pyranometer of its own has no other sensor that shows that its station was on.
  const isHeard = (hour: number) => others.length === 0 || others.some((name) => given[name]?.[hour] !== undefined);
  const hoursOf = (name: StationVariable) =>
    name === "rad" ? withDarkHours(given.rad ?? [], raByHour, isHeard) : (given[name] ?? []);
  const checked = names.map((name) => [name, checkHours(name, hoursOf(name), raByHour)] as const);
  const temperature = checked.find(([name]) => name === "airTemp")?.[1];
  return checked.map(([name, result]) => {
    if (name !== "airHum" || temperature === undefined) return [name, result];
    const isRefused = (index: number) =>
      given.airTemp?.[index] !== undefined &&
      temperature.hours[index] === undefined &&
      result.hours[index] !== undefined;
    const hours = result.hours.map((hour, index) => (isRefused(index) ? undefined : hour));
    const refused = ofDay(result.hours.map((_, index) => isRefused(index))).flatMap((bad, hour) => (bad ? [hour] : []));
    const inconsistent = refused.length > 0 ? [{ flag: "inconsistent" as const, hours: refused }] : [];
    return [name, { hours, findings: [...result.findings, ...inconsistent] }];
  });
}

function valuesOf(
  variable: Exclude<StationVariable, "rad">,
  hours: Hours,
  { windHeightM }: DayPlace,
  report: VariableReport,
): StationDay {
  const bridge = bridgeHours(hours);
  const own = ofDay(bridge.hours);
  const known = own.filter((hour) => hour !== undefined);
  report.bridged = report.hours < 24 - UNNOTED_HOURS && known.length === 24;
  const isKnown = known.length === 24 || (report.hours >= ENOUGH_HOURS && known.length >= 24 - UNNOTED_HOURS);
  const mean = isKnown ? known.reduce((sum, hour) => sum + hour.mean, 0) / known.length : undefined;
  if (variable === "wind") return mean === undefined ? {} : { wind2m: windAt2m(mean, windHeightM) };
  // An extreme may have fallen into hours without readings, which an interpolation does not show.
  const measured = ofDay(hours);
  const covers = ([from, to]: readonly [number, number]) =>
    measured.slice(from, to + 1).filter((hour) => hour === undefined).length <= UNNOTED_HOURS;
  const max = Math.max(...known.map((hour) => hour.max));
  const min = Math.min(...known.map((hour) => hour.min));
  const [warm, cold] = [covers(WARMEST), covers(COLDEST)];
  return variable === "airTemp"
    ? { ...(warm && { tMax: max }), ...(cold && { tMin: min }), ...(mean !== undefined && { tMean: mean }) }
    : { ...(cold && { rhMax: max }), ...(warm && { rhMin: min }), ...(mean !== undefined && { rhMean: mean }) };
}

/** Radiation of missing hours follows the clearness of the measured hours. */
function radiationOf(own: Hours, { raByHour, altitudeM }: DayPlace, report: VariableReport): StationDay {
  const ra = ofDay(raByHour);
  const total = ra.reduce((sum, hour) => sum + hour, 0);
  const lit = own.flatMap((hour, index) =>
    hour && (ra[index] ?? 0) > 0 ? [{ mean: hour.mean, ra: ra[index] ?? 0 }] : [],
  );
  const seen = lit.reduce((sum, hour) => sum + hour.ra, 0);
  if (total === 0 || seen < ENOUGH_RA * total) return {};
  const measured = lit.reduce((sum, hour) => sum + mjM2OfWm2(hour.mean, 1), 0);
  const rad = (measured * total) / seen;
  const daylight = ra.filter((hour) => hour > 0).length;
  report.bridged = lit.length < daylight - UNNOTED_HOURS;
  const refused = exceedsClearSky(rad, clearSkyRadiation(total, altitudeM))
    ? "above-clear-sky"
    : rad < MIN_OF_RA * total
      ? "out-of-limits"
      : undefined;
  if (refused === undefined) return { rad };
  report.findings.push({ flag: refused, hours: own.flatMap((hour, index) => (hour ? [index] : [])) });
  report.hours = 0;
  report.bridged = false;
  return {};
}
