import { convert, unitsOf } from "@lamina/shared/core/convert";
import { keysOf } from "@lamina/shared/core/keys";
import { Moment } from "@lamina/shared/core/record";
import { MESSAGE_READINGS, TelemetryBatch } from "@lamina/shared/records/readings";
import { Variable } from "@lamina/shared/records/telemetry";
import { variableRow } from "@lamina/shared/records/variables";
import { type Refusal, shownValue } from "@lamina/shared/rules/refusals";
import { nearestName } from "../../http/unknown-fields.ts";

const MOMENT_FORM = "2026-05-14T12:15:00Z";
const { batteryPct, rssiDbm, firmware } = TelemetryBatch.shape;
const MESSAGE_FIELDS = Object.keys(TelemetryBatch.shape);
const OWN_DATA = ["batteryPct", "rssiDbm", "firmware"];
const READING_FIELDS = ["variable", "depthCm", "date", "value", "unit"];

type Reading = TelemetryBatch["readings"][number];
type Fields = Readonly<Record<string, unknown>>;

/** A refusal of one reading of a message. */
export type RefusedReading = Refusal & { index: number };

/** A message in its readable parts. */
export interface ReadBatch {
  batch: TelemetryBatch;
  /** Of each reading of the batch, its index in the message. */
  indexes: readonly number[];
  refused: RefusedReading[];
  /** Misspelt and unreadable fields beside the readings. */
  notes: Refusal[];
}

/**
 * Reads a message field by field: a reading that cannot be read costs only itself, unknown fields are ignored, and a
 * misspelt field is named. The refusal is that of the whole message.
 */
export function readBatch(serial: string, sent: unknown): ReadBatch | Refusal {
  if (!isFields(sent)) return { id: "wrong-shape", sent: shownValue(sent), expected: '{"readings": [{…}]}' };
  if (sent.serial !== undefined && sent.serial !== serial)
    return { id: "other-serial", field: "serial", sent: shownValue(sent.serial), expected: serial };
  const notes = misspelt(sent, MESSAGE_FIELDS, "");
  const { readings } = sent;
  if (readings === undefined) {
    const meant = notes.find(({ expected }) => expected === "readings");
    if (meant) return meant;
    if (!OWN_DATA.some((name) => sent[name] !== undefined)) return withoutReadings(sent);
  } else if (!Array.isArray(readings))
    return { id: "wrong-shape", field: "readings", sent: shownValue(readings), expected: "[{…}]" };
  const list: readonly unknown[] = readings ?? [];
  if (list.length > MESSAGE_READINGS)
    return { id: "too-many-readings", field: "readings", sent: String(list.length), expected: `≤ ${MESSAGE_READINGS}` };
  const batch: TelemetryBatch = {
    serial,
    readings: [],
    batteryPct: batteryPct.safeParse(sent.batteryPct).data,
    rssiDbm: rssiDbm.safeParse(sent.rssiDbm).data,
    firmware: firmware.safeParse(sent.firmware).data,
  };
  notes.push(...unreadOwnData(sent, batch));
  const indexes: number[] = [];
  const refused: RefusedReading[] = [];
  for (const [index, one] of list.entries()) {
    const read = readReading(one, `readings.${index}`);
    if ("id" in read) refused.push({ index, ...read });
    else {
      batch.readings.push(read);
      indexes.push(index);
    }
  }
  return { batch, indexes, refused, notes };
}

/** Battery, signal and firmware that could not be read. */
function unreadOwnData(sent: Fields, batch: TelemetryBatch): Refusal[] {
  const expected = { batteryPct: "0–100", rssiDbm: "-96", firmware: '"2.4.1"' } as const;
  return keysOf(expected).flatMap((field) =>
    sent[field] == null || batch[field] !== undefined
      ? []
      : [{ id: "wrong-value", field, sent: shownValue(sent[field]), expected: expected[field] }],
  );
}

function withoutReadings(sent: Fields): Refusal {
  const names = shownValue(Object.keys(sent).join(", "));
  if (isFields(sent.end_device_ids) || isFields(sent.deviceInfo))
    return { id: "lorawan-uplink", sent: names, expected: "readings" };
  return { id: "no-readings", field: "readings", sent: names, expected: '"readings": [{…}]' };
}

function readReading(sent: unknown, path: string): Reading | Refusal {
  if (!isFields(sent)) return { id: "not-an-object", field: path, sent: shownValue(sent), expected: "{…}" };
  const [wrong] = misspelt(sent, READING_FIELDS, `${path}.`);
  if (wrong) return wrong;
  const missing = ["variable", "date", "value"].find((name) => sent[name] === undefined);
  if (missing) return { id: "missing-field", field: `${path}.${missing}`, sent: shownValue(sent), expected: missing };
  const at = (name: string) => ({ field: `${path}.${name}`, sent: shownValue(sent[name]) });
  const { depthCm } = sent;
  const variable = Variable.safeParse(sent.variable).data;
  if (variable === undefined) {
    const meant = nearestName(String(sent.variable), Variable.options);
    return { id: "no-such-variable", ...at("variable"), expected: meant ?? Variable.options.join(", ") };
  }
  const date = Moment.safeParse(sent.date).data;
  if (date === undefined) {
    const isLocal = typeof sent.date === "string" && Moment.safeParse(`${sent.date}Z`).success;
    return { id: isLocal ? "no-zone" : "not-a-date", ...at("date"), expected: MOMENT_FORM };
  }
  if (depthCm != null && !Number.isFinite(depthCm)) return { id: "not-a-number", ...at("depthCm"), expected: "20" };
  if (typeof sent.value !== "number" || !Number.isFinite(sent.value))
    return { id: "not-a-number", ...at("value"), expected: "24.6" };
  const value = inOwnUnit(variable, sent.value, sent.unit);
  if (value === undefined) {
    const { unit } = variableRow(variable);
    const units = unitsOf(unit).map(({ name }) => name);
    return { id: "wrong-unit", ...at("unit"), expected: units.join(", ") || unit };
  }
  return { variable, date, value, ...(depthCm != null && { depthCm: Number(depthCm) }) };
}

/** The value in the unit of its variable; undefined for a unit of another kind. */
function inOwnUnit(variable: Variable, value: number, unit: unknown): number | undefined {
  const own = variableRow(variable).unit;
  if (unit == null || unit === own) return value;
  return typeof unit === "string" ? convert(value, unit, own)?.value : undefined;
}

/** Fields with the name of a known one but for few letters, which the message does not have. */
function misspelt(sent: Fields, known: readonly string[], path: string): Refusal[] {
  const absent = known.filter((name) => sent[name] === undefined);
  return Object.keys(sent).flatMap((name) => {
    if (known.includes(name)) return [];
    const expected = nearestName(name, absent);
    return expected ? [{ id: "misspelled-field", field: `${path}${name}`, sent: name, expected }] : [];
  });
}

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
