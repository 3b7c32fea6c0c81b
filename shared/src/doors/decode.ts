import type * as z from "zod";
import { convert, readQuantity, unitsOf } from "../core/convert.ts";
import type { Variable } from "../records/telemetry.ts";
import { variableRow } from "../records/variables.ts";
import { type Refusal, shownValue } from "../rules/refusals.ts";
import type { FieldMapping, GatewayFields } from "./gateway.ts";
import { isObject, type Leaf, leavesOf, valueAt } from "./leaves.ts";
import { readMoment } from "./moment.ts";
import { partsOf } from "./parts.ts";
import { decoderMeaning, depthIn, isInSoil, isStation, meaningOf, soilScout, stationMeanings } from "./vocabulary.ts";
import { ofWeatherLink, weatherLinkValues } from "./weatherlink.ts";

/** The forms of messages that are known without a mapping. */
type Form = "lamina" | "tts" | "chirpstack" | "station" | "weatherlink" | "json";

/** A gateway's message in the product's terms. */
export interface Decoded {
  form: Form;
  /** The device's id in its own system, such as a DevEUI; the first that is a serial number counts. */
  serials: string[];
  /** Readings in the form of `TelemetryBatch`, not yet checked where the message has that form itself. */
  readings: readonly unknown[];
  /** Of each reading, the path of its field. */
  paths: readonly string[];
  /** Fields that are mapped, but cannot be read, and faults of the whole message. */
  refused: Refusal[];
  /** Paths of numbers that no variable was found for. */
  unused: string[];
  batteryPct?: number | undefined;
  rssiDbm?: number | undefined;
}

type Source = Partial<Pick<z.output<typeof GatewayFields>, "mapping" | "serialPath" | "datePath" | "deviceId">>;

/** Where the known forms have their parts. */
interface Shape {
  form: Form;
  serials: readonly unknown[];
  /** The part with the measured fields; undefined where the network did not decode it. */
  fields: unknown;
  date: { value: unknown; field: string; isUtc?: boolean } | undefined;
  rssi?: unknown;
  /** Of a message without measured fields. */
  refusal?: Refusal;
}

/**
 * Reads a message of a gateway: The Things Stack v3, ChirpStack v4, the uploads of Ecowitt, Ambient and Weather
 * Underground, the product's own form, and any other JSON by its mapping and the names of its fields.
 * @param receivedAt the moment of readings without one
 */
export function decodeMessage(message: unknown, source: Source, receivedAt: Date): Decoded {
  const [first] = decodeMessages(message, source, receivedAt);
  return first ?? decodePart(message, source, receivedAt);
}

/** Reads a message of several devices or moments: a result for each device, in order. */
export function decodeMessages(message: unknown, source: Source, receivedAt: Date): Decoded[] {
  const isMapped = (source.mapping ?? []).length > 0 && !Array.isArray(message);
  const parts = isMapped ? [message] : partsOf(message);
  const ofDevice = new Map<string, DecodedPart[]>();
  for (const [at, part] of parts.slice(0, MAX_READINGS).entries()) {
    const one = decodePart(part, source, receivedAt);
    const name = source.deviceId ? "" : one.serials.join(" ");
    ofDevice.set(name, [...(ofDevice.get(name) ?? []), { one, at }]);
  }
  if (parts.length > MAX_READINGS) return [tooMany("too-many-readings", parts.length, MAX_READINGS)];
  if (ofDevice.size > MAX_DEVICES) return [tooMany("too-many-devices", ofDevice.size, MAX_DEVICES)];
  return [...ofDevice.values()].map(merged);
}

const MAX_READINGS = 2000;
/** Of a message; each device has a message of its own in the history. */
const MAX_DEVICES = 50;

const tooMany = (id: Refusal["id"], sent: number, most: number): Decoded => ({
  ...{ form: "json", serials: [], readings: [], paths: [], unused: [] },
  refused: [{ id, sent: String(sent), expected: `≤ ${most}` }],
});

interface DecodedPart {
  one: Decoded;
  /** Its index in the message. */
  at: number;
}

/** The results of one device; fields of a part are named with its number. */
function merged(all: DecodedPart[]): Decoded {
  const [first, ...others] = all as [DecodedPart, ...DecodedPart[]];
  if (others.length === 0) return first.one;
  const within = (at: number, field: string | undefined) => (field === undefined ? `${at}` : `${at}.${field}`);
  return {
    ...first.one,
    readings: all.flatMap(({ one }) => one.readings),
    paths: all.flatMap(({ one, at }) => one.paths.map((path) => within(at, path))),
    refused: all.flatMap(({ one, at }) =>
      one.refused.map((refusal) => ({ ...refusal, field: within(at, refusal.field) })),
    ),
    unused: all.flatMap(({ one, at }) => one.unused.map((path) => within(at, path))),
  };
}

function decodePart(message: unknown, source: Source, receivedAt: Date): Decoded {
  const none = { serials: [], readings: [], paths: [], unused: [] };
  if (!isObject(message) || Array.isArray(message))
    return { ...none, form: "json", refused: [{ id: "wrong-shape", sent: shownValue(message), expected: "{…}" }] };
  if (Array.isArray(message.readings)) return ownForm(message, message.readings);
  const station = ofWeatherLink(message);
  if (station) return weatherLink(station);
  const shape = shapeOf(message, source);
  const serials = writtenIds(shape.serials);
  const { form } = shape;
  if (shape.refusal) return { ...none, form, serials, refused: [shape.refusal], ...healthOf(message, shape) };
  const date = shape.date ? readMoment(shape.date.value, shape.date.field, shape.date.isUtc) : receivedAt.toISOString();
  if (typeof date !== "string") return { ...none, form, serials, refused: [date] };
  return { form, serials, ...readFields(message, shape, source.mapping ?? [], date), ...healthOf(message, shape) };
}

/** The texts and numbers among what a message has in the places of its device's id. */
const writtenIds = (found: readonly unknown[]): string[] =>
  found.flatMap((one) => (typeof one === "string" || typeof one === "number" ? String(one) : []));

function ownForm(message: Readonly<Record<string, unknown>>, readings: readonly unknown[]): Decoded {
  const { serial } = message;
  const paths = readings.map((_, index) => `readings.${index}`);
  return {
    form: "lamina",
    serials: typeof serial === "string" ? [serial] : [],
    readings,
    paths,
    refused: [],
    unused: [],
  };
}

/** An answer of WeatherLink, whose sensors have moments of their own. */
function weatherLink(message: Readonly<Record<string, unknown>>): Decoded {
  const decoded: Decoded = {
    form: "weatherlink",
    serials: writtenIds([message.station_id]),
    readings: [],
    paths: [],
    refused: [],
    unused: [],
  };
  const readings: unknown[] = [];
  const paths: string[] = [];
  for (const { meaning, path, name, value: sent, ts, field } of weatherLinkValues(message)) {
    const [wanted] = wantedOf({ path, name, value: sent }, meaning);
    const date = readMoment(ts, field);
    const value = wanted ? quantityOf(wanted) : undefined;
    if (typeof date !== "string") decoded.refused.push(date);
    else if (typeof value === "number") {
      readings.push({ variable: meaning.variable, depthCm: null, date, value });
      paths.push(path);
    } else if (value) decoded.refused.push(value);
  }
  if (readings.length === 0 && decoded.refused.length === 0)
    decoded.refused.push({ id: "no-readings", sent: shownValue(message.sensors), expected: "temp, hum, …" });
  return { ...decoded, readings, paths };
}

/** Names of a moment in other messages, and of a device. */
const DATE_NAMES = [
  ...["date", "time", "timestamp", "ts", "datetime", "dateutc", "recorded_at", "measured_at", "received_at"],
  ...["reported_at", "last_updated", "last_changed", "data", "data_hora", "datahora"],
];
const SERIAL_NAMES = [
  "serial",
  "dev_eui",
  "devEui",
  "devEUI",
  "device_id",
  "deviceId",
  "device",
  "macAddress",
  "src",
  "id",
  "entity_id",
];

function shapeOf(message: Readonly<Record<string, unknown>>, { serialPath, datePath }: Source): Shape {
  const known = lorawanShape(message) ?? stationShape(message) ?? plainShape(message);
  const serial = serialPath ? valueAt(message, serialPath) : undefined;
  const serials = serial === undefined ? known.serials : [serial];
  return {
    ...known,
    serials,
    ...(datePath && { date: { value: valueAt(message, datePath), field: datePath } }),
  };
}

function lorawanShape(message: Readonly<Record<string, unknown>>): Shape | undefined {
  const ids = message.end_device_ids;
  if (isObject(ids)) {
    const uplink = message.uplink_message;
    const serials = [ids.dev_eui, ids.device_id];
    if (!isObject(uplink))
      return { form: "tts", serials, fields: undefined, date: undefined, refusal: notUplink(message) };
    const field = uplink.received_at === undefined ? "received_at" : "uplink_message.received_at";
    const date = { value: uplink.received_at ?? message.received_at, field };
    const radio = valueAt(uplink, "rx_metadata.0.rssi");
    const normalized = valueAt(uplink, "normalized_payload");
    const fields = uplink.decoded_payload ?? (isObject(normalized) ? normalized : undefined);
    return {
      form: "tts",
      serials,
      fields,
      date: date.value === undefined ? undefined : date,
      rssi: radio,
      ...decoded(fields, "uplink_message.decoded_payload"),
    };
  }
  const info = message.deviceInfo;
  if (!isObject(info)) return operatorShape(message);
  const serials = [info.devEui, info.deviceName];
  const date = message.time === undefined ? undefined : { value: message.time, field: "time" };
  const shape = { form: "chirpstack", serials, date, rssi: valueAt(message, "rxInfo.0.rssi") } as const;
  if (message.fCnt === undefined && message.object === undefined && message.data === undefined)
    return { ...shape, fields: undefined, refusal: notUplink(message) };
  return { ...shape, fields: message.object, ...decoded(message.object, "object") };
}

/** Uplinks of ThingPark (Actility) and of Everynet, which operators of LoRaWAN in Brazil run. */
function operatorShape(message: Readonly<Record<string, unknown>>): Shape | undefined {
  const { DevEUI_uplink: uplink, meta, params } = message;
  if (isObject(uplink))
    return {
      ...{ form: "json", serials: [uplink.DevEUI], fields: uplink.payload },
      date: { value: uplink.Time, field: "DevEUI_uplink.Time" },
      ...decoded(uplink.payload, "DevEUI_uplink.payload"),
    };
  if (!isObject(meta) || !isObject(params) || meta.device === undefined) return undefined;
  const date = { value: meta.time ?? params.rx_time, field: "meta.time" };
  const shape = { form: "json", serials: [meta.device], date } as const;
  if (message.type !== "uplink")
    return { ...shape, fields: undefined, refusal: notUplink({ [String(message.type)]: 0 }) };
  const fields = params.decoded_payload ?? params.decoded;
  return { ...shape, fields, ...decoded(fields, "params.payload"), rssi: valueAt(params, "radio.hardware.rssi") };
}

const notUplink = (message: object): Refusal => ({
  id: "not-an-uplink",
  sent: shownValue(Object.keys(message).join(", ")),
  expected: "uplink",
});
const decoded = (fields: unknown, field: string): { refusal?: Refusal } =>
  isObject(fields) && Object.keys(fields).length > 0
    ? {}
    : { refusal: { id: "not-decoded", field, sent: shownValue(fields) } };

function stationShape(message: Readonly<Record<string, unknown>>): Shape | undefined {
  if (!isStation(Object.keys(message))) return undefined;
  const { PASSKEY, MAC, ID, dateutc } = message;
  // A station without a clock sends "now".
  const date =
    dateutc === undefined || dateutc === "now" ? undefined : { value: dateutc, field: "dateutc", isUtc: true };
  return { form: "station", serials: [ID, MAC, PASSKEY], fields: message, date };
}

function plainShape(message: Readonly<Record<string, unknown>>): Shape {
  const date = dateIn(message) ?? dateIn(message.params, "params.");
  return { form: "json", serials: SERIAL_NAMES.map((name) => message[name]), fields: message, date };
}

/** The moment of a message or a part of it, by its name. */
function dateIn(part: unknown, prefix = ""): Shape["date"] {
  if (!isObject(part)) return undefined;
  const names = Object.keys(part).filter((name) => !isObject(part[name]));
  const field = DATE_NAMES.map((known) => names.find((name) => name.toLowerCase() === known)).find(Boolean);
  return field === undefined
    ? undefined
    : { value: part[field], field: `${prefix}${field}`, isUtc: field.toLowerCase() === "dateutc" };
}

interface Wanted {
  leaf: Leaf;
  variable: Variable;
  depthCm: number | null;
  unit: string | undefined;
  factor: number;
  offset: number;
}

function readFields(message: object, shape: Shape, mapping: readonly FieldMapping[], date: string) {
  const { fields, form } = shape;
  const refused: Refusal[] = [];
  const wanted: Wanted[] = mapping.flatMap(({ path, variable, depthCm, unit, factor, offset }) => {
    const value = valueAt(fields, path) ?? valueAt(message, path);
    // A field that this message does not have: many devices send some at times.
    if (value === undefined) return [];
    const leaf = { path, name: path, value };
    return [{ leaf, variable, depthCm: depthCm ?? null, unit: unit ?? undefined, factor, offset }];
  });
  const leaves = leavesOf(fields);
  const mapped = new Set(mapping.map(({ path }) => path));
  const free = leaves.filter(({ path }) => !mapped.has(path) && !mapping.some((one) => one.path.endsWith(`.${path}`)));
  wanted.push(...guessed(free, form).map((one) => withUnitOf(message, one)));
  const readings: unknown[] = [];
  const paths: string[] = [];
  for (const one of wanted) {
    const value = quantityOf(one);
    if (typeof value === "number") {
      readings.push({ variable: one.variable, depthCm: one.depthCm, date, value });
      paths.push(one.leaf.path);
    } else refused.push(value);
  }
  const used = new Set(wanted.map(({ leaf }) => leaf.path));
  const unused = free.filter(({ path, value }) => !used.has(path) && isMeasured(value)).map(({ path }) => path);
  // Sigfox sends what its operator does not decode as hexadecimal digits.
  const isRaw = typeof valueAt(message, "data") === "string" && HEX.test(String(valueAt(message, "data")));
  if (readings.length === 0 && refused.length === 0 && isRaw)
    refused.push({ id: "not-decoded", field: "data", sent: shownValue(valueAt(message, "data")) });
  else if (readings.length === 0 && refused.length === 0)
    refused.push({
      id: "no-readings",
      sent: shownValue(leaves.map(({ name }) => name).join(", ")),
      expected: "airTemp, rain, soilMoist, …",
    });
  return { readings, paths, refused, unused };
}

const HEX = /^(?:[0-9a-f]{2}){1,242}$/i;

/** Marks of a value that was not measured. */
const MISSING = /^(-+|nan|null|none|n\/?a|-9999+(\.0+)?|-999\.9+)$/i;
const isMissing = (value: unknown) =>
  value === null || ((typeof value === "string" || typeof value === "number") && MISSING.test(String(value).trim()));

/** Tasmota names the units of all its values once. */
function withUnitOf(message: object, one: Wanted): Wanted {
  const [temperature, pressure] = [valueAt(message, "TempUnit"), valueAt(message, "PressureUnit")];
  const isTemperature = variableRow(one.variable).unit === "°C";
  const unit = isTemperature && temperature === "F" ? "°F" : one.variable === "pressure" ? pressure : undefined;
  return one.unit === undefined && typeof unit === "string" ? { ...one, unit } : one;
}

const isMeasured = (value: unknown) =>
  typeof value === "number" || (typeof value === "string" && readQuantity(value) !== undefined);

/** The variables of fields by their names. */
function guessed(leaves: readonly Leaf[], form: Form): Wanted[] {
  if (form === "station") {
    const meanings = stationMeanings(leaves.map(({ name }) => name));
    return leaves.flatMap((leaf) => wantedOf(leaf, meanings.get(leaf.name)));
  }
  const isNetwork = form === "tts" || form === "chirpstack";
  const isSoilScout = leaves.some(({ name }) => name === "water_balance");
  const found = leaves.flatMap((leaf) => {
    const ofMaker = isSoilScout ? soilScout.get(leaf.name) : isNetwork ? decoderMeaning(leaf) : undefined;
    const known = leaf.unit === undefined ? ownName(leaf.name) : undefined;
    return wantedOf(leaf, ofMaker ?? known ?? meaningOf(leaf.name) ?? nestedMeaning(leaf.path));
  });
  // A soil probe calls the temperature of the soil its temperature, and some its water the humidity.
  const has = (variable: Variable) => found.some((one) => one.variable === variable);
  const isInGround = has("ec") && has("airHum") && !found.some(({ variable }) => ofWeather.includes(variable));
  const isProbe = has("soilMoist") ? !has("airHum") && !has("soilTemp") : isInGround;
  const inSoil: Partial<Record<Variable, Variable>> = {
    airTemp: "soilTemp",
    ...(isInGround && { airHum: "soilMoist" }),
  };
  const all = isProbe
    ? found.map((one) => {
        const depthCm = one.leaf.depthCm ?? depthIn(one.leaf.name) ?? null;
        const variable = inSoil[one.variable];
        return variable ? { ...one, variable, depthCm } : one;
      })
    : found;
  // Of two fields for one sensor, the first counts.
  return all.filter(
    (one, index) =>
      all.findIndex((other) => other.variable === one.variable && other.depthCm === one.depthCm) === index,
  );
}

/** Variables that no probe in the soil measures. */
const ofWeather: readonly Variable[] = ["soilMoist", "wind", "rad", "rain", "rainTotal", "pressure"];

/** A variable's own name, `soilMoist` or `soilMoist_20` and `soilMoist@20` with its depth, in its own unit. */
function ownName(name: string): { variable: Variable; depthCm?: number } | undefined {
  const match = /^([a-zA-Z]+?)(?:[@_](\d{1,3})(?:cm)?)?$/.exec(name);
  const row = match?.[1] && isVariable(match[1]) ? match[1] : undefined;
  return row && { variable: row, ...(match?.[2] !== undefined && { depthCm: Number(match[2]) }) };
}

const isVariable = (name: string): name is Variable => unitOfName(name) !== undefined;
const unitOfName = (name: string) => (variableRow(name as Variable) as { unit: string } | undefined)?.unit;

/** The Things Stack's normalized payload, `soil.moisture`: the name of the group counts. */
function nestedMeaning(path: string) {
  const all = path.split(".");
  const parts = all.filter((part) => !/^\d+$/.test(part));
  const [group = "", name = ""] = parts.slice(-2);
  // Cayenne has the number of the channel last.
  if (parts.length < all.length && parts[parts.length - 1] !== all[all.length - 1])
    return meaningOf(parts[parts.length - 1] ?? "");
  return parts.length > 1 ? meaningOf(`${group}${name}`) : undefined;
}

function wantedOf(leaf: Leaf, meaning: { variable: Variable; unit?: string; depthCm?: number } | undefined): Wanted[] {
  if (meaning === undefined || !(isMeasured(leaf.value) || isMissing(leaf.value))) return [];
  const { variable } = meaning;
  const depthCm = meaning.depthCm ?? (isInSoil(variable) ? leaf.depthCm : undefined) ?? null;
  return [{ leaf, variable, depthCm, unit: unitNamed(leaf.unit) ?? meaning.unit, factor: 1, offset: 0 }];
}

/** Units of SenML (RFC 8428) and of loggers that the conversion has under other names. */
const UNIT_NAMES = new Map(Object.entries({ Cel: "°C", "%RH": "%", "Deg C": "°C", "Deg F": "°F" }));
const unitNamed = (unit: string | undefined) => (unit === undefined ? undefined : (UNIT_NAMES.get(unit) ?? unit));

/** Above this, a pressure without a unit is in hPa; below, in kPa. */
const HPA_FROM = 200;
/** Above this, a conductivity without a unit is in µS/cm: no soil has it in dS/m. */
const MICRO_FROM = 30;

/** The unit of a number that names none, by its size. */
function unitBySize(variable: Variable, value: number): string | undefined {
  if (variable === "ec") return value > MICRO_FROM ? "µS/cm" : undefined;
  return variable === "pressure" && value >= HPA_FROM ? "hPa" : undefined;
}

/** The value of a field in the unit of its variable. */
function quantityOf({ leaf, variable, unit, factor, offset }: Wanted): number | Refusal {
  const { value, path: field } = leaf;
  const sent = shownValue(value);
  if (isMissing(value)) return { id: "no-value", field, sent, expected: "24.6" };
  const read =
    typeof value === "number"
      ? { value, unit: undefined }
      : typeof value === "string"
        ? readQuantity(value)
        : undefined;
  if (read === undefined || !Number.isFinite(read.value)) return { id: "not-a-number", field, sent, expected: "24.6" };
  const target = variableRow(variable).unit;
  const named = read.unit ?? unit ?? unitBySize(variable, read.value);
  const converted = named === undefined ? read.value : convert(read.value, named, target)?.value;
  if (converted === undefined) {
    const expected =
      unitsOf(target)
        .map(({ name }) => name)
        .join(", ") || target;
    return { id: "wrong-unit", field, sent, expected };
  }
  return offset + factor * converted;
}

/** Battery and signal, where the message has them as numbers. */
function healthOf(message: Readonly<Record<string, unknown>>, { fields, rssi }: Shape) {
  const battery = leavesOf(fields ?? message).find(({ name, value }) => {
    const isName = /^(batt?(ery)?_?(level|pct|percent)?|bat)$/i.test(name);
    return isName && !/V$/.test(shownValue(value)) && isMeasured(value);
  });
  // The Things Stack has its own beside the device's fields.
  const ofNetwork = valueAt(message, "uplink_message.last_battery_percentage.value");
  const pct = typeof ofNetwork === "number" ? ofNetwork : battery && readQuantity(shownValue(battery.value))?.value;
  return {
    // Below 5 it is a voltage or a code, and 12,1 that of a battery of 12 V.
    ...(pct !== undefined && pct > 5 && pct <= 100 && (pct > 15 || Number.isInteger(pct)) && { batteryPct: pct }),
    ...(typeof rssi === "number" && { rssiDbm: rssi }),
  };
}
