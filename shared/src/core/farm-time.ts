import { DAY_MS, MINUTE_MS, minuteOf } from "./time.ts";

/**
 * The farm's calendar. Days are the farm's days, 00–24 h in its IANA time zone (domain, 0), whatever the zone of the
 * machine or of the browser. Moments are milliseconds since the epoch. Brazil has had no daylight saving since 2019;
 * older records are also cut correctly, because the code does not assume days of 24 h.
 */

const FARM_DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A day on a farm's calendar, `YYYY-MM-DD`. Two days compare as text. */
export type FarmDay = string;

/** A span of time that includes `from` and excludes `to`. */
export interface TimeRange {
  from: number;
  to: number;
}

/** Cached, because making an Intl formatter costs far more than using it. */
const formats = new Map<string, Intl.DateTimeFormat>();
/** Per zone and UTC day: the offset, or null when it changes within that day. */
const offsets = new Map<string, Map<number, number | null>>();

/** Cached days, because a board of hundreds of sectors asks for the same few many times. */
const midnights = new Map<FarmDay, number>();
const dayTexts = new Map<number, FarmDay>();
/** Maximum cached days; then the cache is cleared, because a caller may send any. */
const MAX_DAYS = 10_000;

function remember<Key, Value>(cache: Map<Key, Value>, key: Key, value: Value): Value {
  if (cache.size >= MAX_DAYS) cache.clear();
  cache.set(key, value);
  return value;
}

function utcDayOf(moment: number): FarmDay {
  const number = Math.floor(moment / DAY_MS);
  return dayTexts.get(number) ?? remember(dayTexts, number, new Date(moment).toISOString().slice(0, 10));
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone,
      calendar: "iso8601",
      numberingSystem: "latn",
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    });
    formats.set(timeZone, format);
  }
  return format;
}

function measuredOffset(moment: number, timeZone: string): number {
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of formatOf(timeZone).formatToParts(moment)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  const clock = Date.UTC(year, month - 1, day, hour, minute, second);
  return clock - Math.floor(moment / 1000) * 1000;
}

/** Milliseconds that a zone's clock is ahead of UTC at a moment: −3 h in São Paulo. An unknown zone is a RangeError. */
export function zoneOffset(moment: number, timeZone: string): number {
  const utcDay = Math.floor(moment / DAY_MS);
  const offsetOfDay = offsets.get(timeZone) ?? new Map<number, number | null>();
  offsets.set(timeZone, offsetOfDay);
  let offset = offsetOfDay.get(utcDay);
  if (offset === undefined) {
    const atStart = measuredOffset(utcDay * DAY_MS, timeZone);
    offset = atStart === measuredOffset((utcDay + 1) * DAY_MS, timeZone) ? atStart : null;
    offsetOfDay.set(utcDay, offset);
  }
  return offset ?? measuredOffset(moment, timeZone);
}

/**
 * The farm's clock at a moment, written as if it were UTC: `new Date(farmClock(t, zone)).getUTCHours()` is the hour on
 * the farm. For code that only handles UTC.
 */
export function farmClock(moment: number, timeZone: string): number {
  return moment + zoneOffset(moment, timeZone);
}

export function farmDay(moment: number, timeZone: string): FarmDay {
  return utcDayOf(farmClock(moment, timeZone));
}

/** Whether a text is a valid calendar day (30 February is not). */
export function isFarmDay(text: string): boolean {
  const at = FARM_DAY.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

function midnightUtc(day: FarmDay): number {
  const midnight = midnights.get(day);
  if (midnight !== undefined) return midnight;
  if (!isFarmDay(day)) throw new RangeError(`"${day}" is no day`);
  return remember(midnights, day, Date.parse(`${day}T00:00:00Z`));
}

/** The first moment of a farm's day: 01:00 where the clock skipped midnight. */
export function startOfFarmDay(day: FarmDay, timeZone: string): number {
  const midnight = midnightUtc(day);
  const before = midnight - zoneOffset(midnight - DAY_MS, timeZone);
  const after = midnight - zoneOffset(midnight + DAY_MS, timeZone);
  const earlier = Math.min(before, after);
  return farmDay(earlier, timeZone) === day ? earlier : Math.max(before, after);
}

/** The day `days` later (earlier when negative). */
export function addDays(day: FarmDay, days: number): FarmDay {
  return utcDayOf(midnightUtc(day) + days * DAY_MS);
}

/** How many days `to` is after `from`: 0 for the same day. */
export function daysBetween(from: FarmDay, to: FarmDay): number {
  return Math.round((midnightUtc(to) - midnightUtc(from)) / DAY_MS);
}

/** Number of a day in its year, 1 to 366. */
export function dayOfYear(day: FarmDay): number {
  return daysBetween(`${day.slice(0, 4)}-01-01`, day) + 1;
}

/** Every day from the first to the last, both included; none when `to` is before `from`. */
export function farmDays(from: FarmDay, to: FarmDay): FarmDay[] {
  const first = midnightUtc(from);
  return Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, index) => utcDayOf(first + index * DAY_MS));
}

/** The time of whole farm days, from the start of the first to the end of the last. */
export function farmDayRange(from: FarmDay, to: FarmDay, timeZone: string): TimeRange {
  return { from: startOfFarmDay(from, timeZone), to: startOfFarmDay(addDays(to, 1), timeZone) };
}

/** The moment of a farm's day and local time, `HH:MM`. A time that the clock skipped uses the offset before the jump. */
export function farmMoment(day: FarmDay, time: string, timeZone: string): number {
  const start = startOfFarmDay(day, timeZone);
  const clock = midnightUtc(day) + minuteOf(time) * MINUTE_MS;
  return Math.max(start, clock - zoneOffset(clock - zoneOffset(start, timeZone), timeZone));
}
