import { type Refusal, shownValue } from "../rules/refusals.ts";

const ISO_FORM = "2026-05-14T12:15:00Z";
/** Of epoch seconds and milliseconds: 2001 to 2286 in both. */
const FIRST_SECONDS = 1e9;
const FIRST_MILLISECONDS = 1e12;

/**
 * A moment of a gateway's message as ISO-8601 in UTC: with a zone, or seconds or milliseconds since the epoch. The hour
 * of a station's `dateutc` is UTC by its name.
 */
export function readMoment(value: unknown, field: string, isUtc = false): string | Refusal {
  const sent = shownValue(value);
  const number = typeof value === "number" ? value : /^\d{10,13}(\.\d+)?$/.test(sent) ? Number(sent) : undefined;
  if (number !== undefined && number >= FIRST_SECONDS && number < 1e13)
    return new Date(number < FIRST_MILLISECONDS ? number * 1000 : number).toISOString();
  const match = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s*(Z|[+-]\d\d:?\d\d)?$/i.exec(sent);
  if (match === null) return { id: "not-a-date", field, sent, expected: ISO_FORM };
  const [, day, time, zone] = match;
  if (zone === undefined && !isUtc) return { id: "no-zone", field, sent, expected: ISO_FORM };
  const at = Date.parse(`${day}T${time}${zone?.toUpperCase() ?? "Z"}`);
  return Number.isNaN(at) ? { id: "not-a-date", field, sent, expected: ISO_FORM } : new Date(at).toISOString();
}
