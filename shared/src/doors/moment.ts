import { type Refusal, shownValue } from "../rules/refusals.ts";

const ISO_FORM = "2026-05-14T12:15:00Z";
/** Of epoch seconds, 2001 to 2286; milli-, micro- and nanoseconds have three digits more each. */
const SECONDS = { first: 1e9, end: 1e10 } as const;

/**
 * A moment of a gateway's message as ISO-8601 in UTC: with a zone, or seconds, milli-, micro- or nanoseconds since the
 * epoch. The hour of a station's `dateutc` is UTC by its name.
 */
export function readMoment(value: unknown, field: string, isUtc = false): string | Refusal {
  const sent = shownValue(value);
  const number = typeof value === "number" ? value : /^\d{10,19}(\.\d+)?$/.test(sent) ? Number(sent) : undefined;
  for (const perSecond of number === undefined ? [] : [1, 1e3, 1e6, 1e9]) {
    const seconds = (number ?? 0) / perSecond;
    if (seconds >= SECONDS.first && seconds < SECONDS.end) return new Date(Math.round(seconds * 1000)).toISOString();
  }
  const match = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s*(Z|[+-]\d\d:?\d\d)?$/i.exec(sent);
  if (match === null) return { id: "not-a-date", field, sent, expected: ISO_FORM };
  const [, day, time, zone] = match;
  if (zone === undefined && !isUtc) return { id: "no-zone", field, sent, expected: ISO_FORM };
  const at = Date.parse(`${day}T${time}${zone?.toUpperCase() ?? "Z"}`);
  return Number.isNaN(at) ? { id: "not-a-date", field, sent, expected: ISO_FORM } : new Date(at).toISOString();
}
