import { addDays, type FarmDay, isFarmDay } from "@lamina/shared/core/farm-time";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "@lamina/shared/core/time";

/** The order of day and month in a column; a year in front is recognised by its four digits. */
export type DayOrder = "dmy" | "mdy";

/** A day and a time of day in a cell. */
interface WrittenMoment {
  day: FarmDay;
  /** `HH:MM`; `00:00` if missing. */
  time: string;
  /** Milliseconds within the minute. */
  ms: number;
  /** Minutes ahead of UTC, when the cell says so. */
  offset?: number;
}

const MONTHS = [
  "jan",
  "fev|feb",
  "mar",
  "abr|apr",
  "mai|may",
  "jun",
  "jul",
  "ago|aug",
  "set|sep",
  "out|oct",
  "nov",
  "dez|dec",
];
const MONTH = MONTHS.map((names, index) => [new RegExp(`^(?:${names})`, "i"), index + 1] as const);
const DAY_FIRST =
  /^(?<a>\d{1,2})(?:(?<s>[/.-])(?<b>\d{1,2})\k<s>|[\s/.-](?:de\s)?(?<name>\p{L}{3,9})\.?[\s/.-](?:de\s)?)(?<year>\d{4}|\d{2})(?<rest>\D.*)?$/iu;
const YEAR_FIRST = /^(?<year>\d{4})(?:(?<s>[/.-])(?<b>\d{1,2})\k<s>(?<a>\d{1,2})|-(?<doy>\d{3}))(?<rest>\D.*)?$/;
const NAME_FIRST = /^(?<name>[a-z]{3,9})\.?\s(?<a>\d{1,2}),?\s(?<year>\d{4})(?<rest>\D.*)?$/i;
const COMPACT =
  /^(?<year>(?:19|20)\d\d)(?<b>0[1-9]|1[0-2])(?<a>0[1-9]|[12]\d|3[01])(?<rest>[T ]?(?:[01]\d|2[0-4])(?:[0-5]\d){0,2})?$/;
/** Days since 30 December 1899, as spreadsheets store a date; of 1982 to 2064. */
const SERIAL = /^([3-5]\d{4})(?:[.,](\d{1,12}))?$/;
const SERIAL_START = Date.UTC(1899, 11, 30);
const EPOCH = /^(?:1\d{9}|1\d{12})$/;
const CLOCK =
  /^(?<hour>\d{1,2})\s*(?:(?::|h)\s*(?<minute>\d{2})?(?::(?<second>\d{2})(?:[.,](?<part>\d{1,9}))?)?)?\s*(?<half>[ap]\.?(?:m\.?)?)?\s*(?<zone>.*)$/i;
const DIGITS = /^(?<hour>\d{1,2})(?<minute>\d{2})(?<second>\d{2})?\s*(?<zone>[^\d:].*)?$/;
const ZONE = /^\(?(?:(?<utc>z|utc|gmt)|(?:utc|gmt)?(?<sign>[+-−])(?<h>\d{1,2}):?(?<m>\d{2})?|brt|bst)\)?$/i;

const two = (digits: string | number | undefined) => String(digits ?? "").padStart(2, "0");
/** Brasília's zone, in minutes. */
const BRASILIA = -180;
const DAY_MINUTES = 1_440;
type Groups = Partial<Record<string, string>>;

/**
 * The day and time of a whole cell in any usual notation; undefined for an invalid one, also when a part of it is valid.
 * 24:00 is the beginning of the next day.
 */
export function readMoment(cell: string, order: DayOrder = "dmy"): WrittenMoment | undefined {
  if (EPOCH.test(cell)) {
    const at = new Date(Number(cell) * (cell.length === 10 ? SECOND_MS : 1)).toISOString();
    return { day: at.slice(0, 10), time: at.slice(11, 16), ms: Number(at.slice(17, 23)) * SECOND_MS, offset: 0 };
  }
  const [, days, part = "0"] = SERIAL.exec(cell) ?? [];
  if (days !== undefined) {
    const seconds = Math.round(Number(`0.${part}`) * (DAY_MS / SECOND_MS));
    const at = new Date(SERIAL_START + Number(days) * DAY_MS + seconds * SECOND_MS).toISOString();
    return { day: at.slice(0, 10), time: at.slice(11, 16), ms: Number(at.slice(17, 19)) * SECOND_MS };
  }
  const yearFirst = YEAR_FIRST.exec(cell) ?? COMPACT.exec(cell);
  const found = (yearFirst ?? DAY_FIRST.exec(cell) ?? NAME_FIRST.exec(cell))?.groups;
  if (!found) return undefined;
  const day = dayOf(found, order === "mdy" && !yearFirst);
  const clock = clockOf((found.rest ?? "").replace(/^[\sT,;]+/i, ""));
  if (!day || !clock) return undefined;
  const { minutes, ...others } = clock;
  const isNext = minutes === DAY_MINUTES;
  const time = isNext ? "00:00" : `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  return { day: isNext ? addDays(day, 1) : day, time, ...others };
}

function dayOf({ a, b, name, doy, year: written = "" }: Groups, isMonthFirst: boolean): FarmDay | undefined {
  const year = written.length === 4 ? written : `${Number(written) < 70 ? 20 : 19}${written}`;
  if (doy !== undefined) {
    const day = doy === "000" ? "" : addDays(`${year}-01-01`, Number(doy) - 1);
    return day.startsWith(year) ? day : undefined;
  }
  const named = MONTH.find(([names]) => name !== undefined && names.test(name))?.[1];
  if (name !== undefined && named === undefined) return undefined;
  const [month, dayOfMonth] = named !== undefined ? [named, a] : isMonthFirst ? [a, b] : [b, a];
  const day = `${year}-${two(month)}-${two(dayOfMonth)}`;
  return isFarmDay(day) ? day : undefined;
}

function clockOf(written: string): { minutes: number; ms: number; offset?: number } | undefined {
  if (written === "") return { minutes: 0, ms: 0 };
  const found = (DIGITS.exec(written) ?? CLOCK.exec(written))?.groups;
  if (!found) return undefined;
  const { minute, second, part, half, zone = "" } = found;
  const zoned = zone === "" ? {} : offsetOf(zone);
  let hour = Number(found.hour);
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return undefined;
    hour = (hour % 12) + (/^p/i.test(half) ? 12 : 0);
  }
  const minutes = hour * 60 + Number(minute ?? 0);
  const ms = Number(second ?? 0) * SECOND_MS + Math.floor(Number(`0.${part ?? 0}`) * SECOND_MS + 1e-6);
  const isValid = Number(minute ?? 0) < 60 && Number(second ?? 0) < 60 && minutes + ms / MINUTE_MS <= DAY_MINUTES;
  return isValid && zoned ? { minutes, ms, ...zoned } : undefined;
}

/** Minutes ahead of UTC of a written zone; undefined for other words. */
function offsetOf(zone: string): { offset?: number } | undefined {
  const found = ZONE.exec(zone.trim())?.groups;
  if (!found) return undefined;
  const minutes = Number(found.h ?? 0) * 60 + Number(found.m ?? 0);
  return { offset: found.utc || found.sign === "+" ? minutes : found.sign ? -minutes : BRASILIA };
}

/** Whether the cells of a column put the month before the day; undefined when they may be read both ways. */
export function dayOrderOf(cells: Iterable<string>): DayOrder | "mixed" | undefined {
  const found = new Set<DayOrder>();
  for (const cell of cells) {
    const [, first = "", second = ""] = /^(\d{1,2})[/.-](\d{1,2})[/.-]\d{2}/.exec(cell) ?? [];
    if (Number(first) > 12) found.add("dmy");
    if (Number(second) > 12) found.add("mdy");
  }
  const [order] = found;
  return found.size > 1 ? "mixed" : order;
}
