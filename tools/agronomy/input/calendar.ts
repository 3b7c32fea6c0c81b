import { DAY_MS } from "@lamina/shared/core/time";

/** Days since 1970-01-01 of an ISO date (aaaa-mm-dd) or a year and day (aaaa-ddd); undefined when it is neither. */
export function parseDate(text: unknown): number | undefined {
  if (typeof text !== "string") return undefined;
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (iso) {
    const day = Date.UTC(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3])) / DAY_MS;
    return formatDate(day) === text ? day : undefined;
  }
  const ordinal = /^(\d{4})-(\d{3})$/.exec(text);
  if (!ordinal) return undefined;
  const day = Date.UTC(Number(ordinal[1]), 0, 1) / DAY_MS + Number(ordinal[2]) - 1;
  return formatOrdinal(day) === text ? day : undefined;
}

/** ISO date of a day since 1970-01-01. */
export function formatDate(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Year and day of the year, aaaa-ddd. */
export function formatOrdinal(day: number): string {
  return `${formatDate(day).slice(0, 4)}-${String(dayOfYear(day)).padStart(3, "0")}`;
}

/** Day of the year, 1 to 366, of a day since 1970-01-01. */
export function dayOfYear(day: number): number {
  return day - Date.UTC(new Date(day * DAY_MS).getUTCFullYear(), 0, 1) / DAY_MS + 1;
}
