import { DAY_MS, HOUR_MS, MINUTE_MS } from "@lamina/shared/core/time";
import { text } from "./text.ts";

const LOCALE = "pt-BR";

/** Shown for a missing, invalid or infinite number or date. */
export const NO_VALUE = "–";

/** Decimals of each unit (domain, 0). Other units have one. */
const DECIMALS = new Map(
  Object.entries({
    mm: 1,
    "mm/dia": 1,
    "mm/h": 1,
    "°C": 1,
    "%": 0,
    "% vol": 1,
    cm: 0,
    m: 0,
    ha: 1,
    "m³": 0,
    "m³/h": 0,
    "m³/ha": 0,
    kPa: 1,
    kWh: 0,
    "km/h": 0,
    "W/m²": 0,
    h: 1,
    "°": 0,
    "": 2,
  }),
);

/** Cached, because creating an Intl formatter is far slower than using it. */
const numberFormats = new Map<number, Intl.NumberFormat>();
const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** Decimals of a value in `unit`. */
export function decimalsOf(unit: string): number {
  return DECIMALS.get(unit) ?? 1;
}

/** A number in pt-BR (`1.234,5`), or a dash when there is none. */
export function formatNumber(value: number | null | undefined, decimals: number): string {
  if (value == null || !Number.isFinite(value)) return NO_VALUE;
  let format = numberFormats.get(decimals);
  if (!format) {
    format = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
    numberFormats.set(decimals, format);
  }
  // A value that rounds to 0 has no sign. `signDisplay: "negative"` would throw on older phones.
  return format.format(Math.abs(value) < 0.5 / 10 ** decimals ? 0 : value);
}

/** A value as it is shown: sums of these equal the shown parts. */
export const asShown = (value: number, decimals: number) => Number(value.toFixed(decimals));

/** A number with its unit, as `12,3 mm`, or a dash. */
export function formatAmount(value: number | null | undefined, unit: string, decimals = decimalsOf(unit)): string {
  return value == null ? NO_VALUE : `${formatNumber(value, decimals)} ${unit}`;
}

/** Money without cents: `R$ 1.234`, with a non-breaking space. */
export function formatBrl(value: number | null | undefined): string {
  return value == null ? NO_VALUE : `R$\u00a0${formatNumber(value, 0)}`;
}

/** A change with its sign: `+3,2`, `−1,0`. A change that rounds to 0 has none. */
export function formatSigned(value: number, decimals: number): string {
  const written = formatNumber(Math.abs(value), decimals);
  if (Math.round(Math.abs(value) * 10 ** decimals) === 0) return written;
  return `${value < 0 ? "−" : "+"}${written}`;
}

let names: Intl.Collator | undefined;

/** The order of names: `Pivô 2` before `Pivô 10`, capitals and accents as their letters. */
export function compareNames(one: string, other: string): number {
  names ??= new Intl.Collator(LOCALE, { numeric: true, sensitivity: "base" });
  return names.compare(one, other);
}

let lists: Intl.ListFormat | undefined;

/** `A, B e C`. */
export function formatList(words: readonly string[]): string {
  lists ??= new Intl.ListFormat(LOCALE);
  return lists.format(words);
}

/** A moment of the API (ISO 8601) or of a clock (ms since the epoch). */
export type Moment = string | number | Date;

/** A moment in words of pt-BR, in `timeZone` (the device's when undefined). */
export function dateTime(moment: Moment, timeZone: string | undefined, options: Intl.DateTimeFormatOptions): string {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return NO_VALUE;
  const key = `${timeZone} ${JSON.stringify(options)}`;
  let format = dateFormats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(LOCALE, { ...options, ...(timeZone === undefined ? {} : { timeZone }) });
    dateFormats.set(key, format);
  }
  return format.format(date);
}

const DATE = { day: "2-digit", month: "2-digit", year: "numeric" } as const;
const TIME = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;

/** `dd/mm/aaaa` in `timeZone` (the farm's; the device's when undefined). */
export function formatDate(moment: Moment, timeZone: string | undefined): string {
  return dateTime(moment, timeZone, DATE);
}

/** `hh:mm` in 24 hours, in `timeZone`. */
export function formatTime(moment: Moment, timeZone: string | undefined): string {
  return dateTime(moment, timeZone, TIME);
}

/** `dd/mm/aaaa hh:mm` in `timeZone`. */
export function formatDateTime(moment: Moment, timeZone: string | undefined): string {
  const date = formatDate(moment, timeZone);
  return date === NO_VALUE ? NO_VALUE : `${date} ${formatTime(moment, timeZone)}`;
}

/** A farm's day, `YYYY-MM-DD`, as `14/05/2026`. */
export function formatDay(day: string): string {
  return day.split("-").reverse().join("/");
}

/** A farm's day as `14/05`, where the year is clear. */
export function formatShortDay(day: string): string {
  return formatDay(day).slice(0, 5);
}

/** The weekday of a farm's day: `sex`. */
export function formatWeekday(day: string): string {
  return dateTime(`${day}T12:00:00Z`, "UTC", { weekday: "short" }).replace(".", "");
}

/** A depth in mm without insignificant decimals: `12`, `11,6`. */
export function formatDepth(mm: number): string {
  return formatNumber(mm, Math.round(mm * 10) % 10 === 0 ? 0 : 1);
}

/** Words whose numbers stay on the line of their units. */
export const unbroken = (words: string) =>
  words.replace(/(\d) (?=%|mm\b|h\b|m³)/g, "$1\u00a0").replaceAll(" × ", "\u00a0×\u00a0");

/**
 * The age of a moment: `agora`, `há 12 min`, `há 3 h`, `há 2 dias`. A future moment is `agora`, because clocks differ.
 */
export function formatAge(moment: Moment, now: number): string {
  const age = now - new Date(moment).getTime();
  if (Number.isNaN(age)) return text.never;
  if (age < MINUTE_MS) return text.now;
  if (age < HOUR_MS) return text.ago(`${Math.floor(age / MINUTE_MS)} min`);
  if (age < DAY_MS) return text.ago(`${Math.floor(age / HOUR_MS)} h`);
  const days = Math.floor(age / DAY_MS);
  return text.ago(`${days} ${days === 1 ? text.day : text.days}`);
}
