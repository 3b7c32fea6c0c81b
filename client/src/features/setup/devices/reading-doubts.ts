import { type FarmDay, farmDay, farmMoment } from "@lamina/shared/core/farm-time";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@lamina/shared/core/time";
import { writtenOffset } from "../../../ui/import/json-tables.ts";
import { readMoment } from "../../../ui/import/read-moment.ts";
import type { Doubt, Mapping } from "../importing/import-field.ts";
import { text } from "../importing/text.ts";

const words = text.doubts;
type Row = { fields: Readonly<Record<string, unknown>> };

/** Light by which the middle of the sunny hours is found, W/m²; weaker light may be an offset of the sensor. */
const LIGHT = 50;
/** Hours of light that prove a middle: two days. */
const FEWEST = 16;
/** Solar noon is within this of 12:10 anywhere in Brazil, h. */
const NOON = 12.2;
const MIN_SHIFT_H = 2;

/** The hours of a chart of this product. */
const SUMMARY = /\(resumo de cada hora\)/;

/** How the readings were read. */
interface Reading {
  mapping: Mapping;
  zoneOf: (row: Row["fields"]) => string;
  /** Of the times in the file, ms ahead of UTC, where they have one. */
  ownOffset: number | undefined;
}

/** The offset that the times of a file have, as in `…T12:00:00Z`, unless a person found it wrong. */
export function ownOffset(
  { uses, data, order, isZoneForced }: Mapping,
  cells: readonly (readonly string[])[],
): number | undefined {
  const cell = cells[data]?.[uses.findIndex((use) => use?.path === "date")] ?? "";
  const { offset } = (!isZoneForced && readMoment(cell, order)) || {};
  return offset === undefined ? undefined : offset * MINUTE_MS;
}

/** What looks wrong about the readings of a file: one a day, or a sun that passes at another hour. */
export function readingDoubts(rows: readonly Row[], { mapping, zoneOf, ownOffset: own }: Reading): Doubt[] {
  const summary = mapping.names.some((name) => SUMMARY.test(name)) ? [{ text: words.summary }] : [];
  return [...summary, ...momentDoubts(rows, { mapping, zoneOf, ownOffset: own })];
}

function momentDoubts(rows: readonly Row[], { mapping, zoneOf, ownOffset: own }: Reading): Doubt[] {
  const times = [...new Set(rows.slice(0, 20_000).map(({ fields }) => Date.parse(String(fields.date))))].sort(
    (one, other) => one - other,
  );
  const steps = times.slice(1).map((time, index) => time - (times[index] ?? time));
  if (steps.length > 1 && steps.every((step) => step >= DAY_MS && step % DAY_MS === 0)) return [{ text: words.daily }];
  const [first] = rows;
  const light = rows.filter(({ fields }) => fields.variable === "rad" && Number(fields.value) > LIGHT).slice(0, 20_000);
  if (!first || light.length < FEWEST) return [];
  const timeZone = zoneOf(first.fields);
  const day: FarmDay = farmDay(Date.parse(String(light[0]?.fields.date)), timeZone);
  const ahead = Date.parse(`${day}T12:00:00Z`) - farmMoment(day, "12:00", timeZone);
  const off = Math.round(noonOf(light, ahead) - NOON);
  if (Math.abs(off) < MIN_SHIFT_H) return [];
  const written = own ?? (mapping.zone === "" ? ahead : offsetMs(mapping.zone));
  const seconds = written / 1_000 + off * 3_600;
  const zone = seconds === 0 ? "UTC" : writtenOffset(seconds);
  const label = words.readZone(seconds === 0 ? "UTC" : `UTC${zone}`);
  return [{ text: words.late(off), remedy: { label, mapping: { ...mapping, zone, isZoneForced: true } } }];
}

/** The middle of the light of a day, as a direction on a clock of 24 h. */
function noonOf(light: readonly Row[], ahead: number): number {
  let [east, north] = [0, 0];
  for (const { fields } of light) {
    const angle = ((Date.parse(String(fields.date)) + ahead) / DAY_MS) * 2 * Math.PI;
    east += Number(fields.value) * Math.sin(angle);
    north += Number(fields.value) * Math.cos(angle);
  }
  return ((Math.atan2(east, north) / (2 * Math.PI)) * DAY_MS) / HOUR_MS + (Math.atan2(east, north) < 0 ? 24 : 0);
}

function offsetMs(zone: string): number {
  const [, sign = "+", hours = "0", minutes = "0"] = /^([+-])(\d{2}):(\d{2})$/.exec(zone) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
}
