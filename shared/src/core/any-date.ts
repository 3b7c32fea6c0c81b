/** Zone; without one the reader's own clock applies. `[America/Sao_Paulo]` after an offset is a form of Java. */
const ZONE = String.raw`\s*(?<zone>Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?(?:\[[^\]]*\])?`;
/** Year first: ISO 8601, also with a blank, without separators, or as a date only. */
const YEAR_FIRST = new RegExp(
  String.raw`^(?<year>\d{4})([-/.]?)(?<month>\d\d)\2(?<day>\d\d)` +
    String.raw`(?:[T\s]*(?<hour>\d\d):?(?<minute>\d\d)(?::?(?<second>\d\d)(?:[.,](?<fraction>\d+))?)?)?${ZONE}$`,
  "i",
);
/** Day first, as Brazilians write. */
const DAY_FIRST = new RegExp(
  String.raw`^(?<day>\d\d?)([-/.])(?<month>\d\d?)\2(?<year>\d{4}|\d\d)` +
    String.raw`(?:,?[T\s]+(?:às\s+)?(?<hour>\d\d?)[:h](?<minute>\d\d)(?::(?<second>\d\d)(?:[.,](?<fraction>\d+))?)?)?${ZONE}$`,
  "i",
);
/** RFC 1123 (`Thu, 26 Nov 2026 10:00:00 GMT`), JavaScript (`Thu Nov 26 2026 …`) and C or Java (`… 10:00:00 BRT 2026`). */
const NAMED_MONTH =
  /^(?:[a-z]{3,9},?\s+)?(?:\d{1,2}[\s-][a-z]{3,9}[\s-]\d{4}|[a-z]{3,9}\s+\d{1,2},?\s+\d{4}|[a-z]{3,9}\s+\d{1,2}\s+[\d:]+\s.*\d{4})\b/i;
const NAMED_ZONE = /\d\s*(?:Z|UTC?|GMT|[ECMP][SD]T|[+-]\d\d:?\d\d)\b/i;
/** `/Date(1764154800000)/` of .NET. */
const DOT_NET = /^\/?Date\((?<epoch>-?\d+)(?:[+-]\d{4})?\)\/?$/;
/** A longer text is no date, and slows the regular expressions down. */
const LONGEST_DATE = 100;
const EPOCH = /^(?<epoch>\d{9,19}(?:\.\d+)?)$/;

/** Upper limits of seconds, milliseconds and microseconds since 1970, and how many of each are a millisecond. */
const EPOCH_UNITS = [
  [1e11, 0.001],
  [1e14, 1],
  [1e17, 1_000],
] as const;
const NANOSECONDS = 1_000_000;
/** Earlier than this it is an unset clock or no date. */
const EARLIEST_EPOCH_MS = Date.UTC(2000, 0);

/**
 * A message's date in ISO 8601, or undefined when it cannot be read. A date without a zone stays without one: the page
 * reads it by its own clock. Never guessed by `Date.parse` alone, which reads "Pivô 3" as a day of 2001.
 */
export function readDate(date: unknown): string | undefined {
  if (typeof date === "object" && date !== null) return readDate(extended(date));
  const text = typeof date === "string" ? date.trim() : typeof date === "number" ? String(date) : "";
  if (text.length > LONGEST_DATE) return undefined;
  return (
    ofParts(YEAR_FIRST.exec(text)?.groups) ??
    ofParts(DAY_FIRST.exec(text)?.groups) ??
    ofEpoch((EPOCH.exec(text) ?? DOT_NET.exec(text))?.groups) ??
    ofNamedMonth(text)
  );
}

/** The value in a date of MongoDB's extended JSON. */
function extended(date: object): unknown {
  if ("$date" in date) return date.$date;
  return "$numberLong" in date ? date.$numberLong : undefined;
}

type Parts = Record<string, string | undefined>;

function ofParts(parts: Parts | undefined): string | undefined {
  if (!parts) return undefined;
  const { year = "", month = "", day = "", hour = "00", minute = "00", second, fraction, zone } = parts;
  const fullYear = year.padStart(4, "20");
  const two = (text: string) => text.padStart(2, "0");
  if (Number(day) > new Date(Date.UTC(Number(fullYear), Number(month), 0)).getUTCDate()) return undefined;
  const seconds = second === undefined ? "" : `:${second}${fraction === undefined ? "" : `.${fraction}`}`;
  return valid(`${fullYear}-${two(month)}-${two(day)}T${two(hour)}:${minute}${seconds}${offset(zone)}`);
}

function offset(zone = ""): string {
  if (/^[a-z]/i.test(zone)) return "Z";
  return zone.replace(/^(.\d\d):?(\d\d)?$/, (_, hours, minutes = "00") => `${hours}:${minutes}`);
}

function ofEpoch(parts: Parts | undefined): string | undefined {
  if (!parts) return undefined;
  const count = Number(parts.epoch);
  const perMs = EPOCH_UNITS.find(([limit]) => count < limit)?.[1] ?? NANOSECONDS;
  const ms = count / perMs;
  return ms >= EARLIEST_EPOCH_MS ? new Date(ms).toISOString() : undefined;
}

function ofNamedMonth(dateText: string): string | undefined {
  if (!NAMED_MONTH.test(dateText)) return undefined;
  const text = dateText.replace(/\s*\(.*\)$/, "").replace(/\bBRT\b/, "GMT-0300");
  const hasZone = NAMED_ZONE.test(text);
  const ms = Date.parse(hasZone ? text : `${text} UTC`);
  if (Number.isNaN(ms)) return undefined;
  const iso = new Date(ms).toISOString();
  return hasZone ? iso : iso.slice(0, -1);
}

const valid = (iso: string) => (Number.isNaN(Date.parse(iso)) ? undefined : iso);
