import { isWeatherLink, weatherLinkTable } from "@lamina/shared/doors/weatherlink";
import type { OpenedSheet } from "./opened-sheet.ts";

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isPlain = (value: unknown) => value === null || typeof value !== "object";
/** Nested lists are looked for this deep. */
const DEEPEST = 4;

/** The tables of a JSON: answers of Open-Meteo, NASA POWER, FieldClimate and WeatherLink, or lists of flat records. None for any other JSON. */
export function jsonTables(json: unknown): OpenedSheet[] {
  const all = Array.isArray(json) ? json : [json];
  const found = all.flatMap((one) =>
    isObject(one)
      ? [...openMeteoTables(one), ...powerTables(one), ...fieldClimateTables(one), ...weatherLinkTables(one)]
      : [],
  );
  const tables = found.length > 0 ? found : listsIn(json, "", 0);
  return tables.map((table, index) => ({
    ...table,
    name: tables.some(({ name }, other) => other < index && name === table.name)
      ? `${table.name} ${index + 1}`
      : table.name,
  }));
}

const two = (value: number) => String(Math.trunc(value)).padStart(2, "0");

/** An offset of a zone in seconds, as it is written behind a time. */
export function writtenOffset(seconds: number): string {
  const minutes = Math.round(Math.abs(seconds) / 60);
  return `${seconds < 0 ? "-" : "+"}${two(minutes / 60)}:${two(minutes % 60)}`;
}

/** Columns of numbers by name, each as long as the one of times. */
function openMeteoTables(answer: Json): OpenedSheet[] {
  const seconds = Number(answer.utc_offset_seconds ?? 0);
  return ["daily", "hourly", "minutely_15"].flatMap((part): OpenedSheet[] => {
    const { [part]: block, [`${part}_units`]: units } = answer;
    if (!isObject(block) || !Array.isArray(block.time)) return [];
    const names = Object.keys(block).filter((name) => name !== "time" && Array.isArray(block[name]));
    const timeOf = (time: unknown) => {
      // Seconds of a day begin at its midnight in the zone of the answer.
      if (typeof time !== "number") return part === "daily" ? String(time) : `${time} ${writtenOffset(seconds)}`;
      return part === "daily" ? new Date((time + seconds) * 1_000).toISOString().slice(0, 10) : String(time);
    };
    const unitOf = (name: string) => (isObject(units) && units[name] ? ` (${String(units[name])})` : "");
    const rows = block.time.map((time, index) => [
      timeOf(time),
      ...names.map((name) => {
        const column = block[name];
        return jsonCell(Array.isArray(column) ? column[index] : null);
      }),
    ]);
    return [{ name: part, cells: [["time", ...names.map((name) => name + unitOf(name))], ...rows] }];
  });
}

/** Values by parameter and by day (`20240131`) or hour (`2024013107`). */
function powerTables({ properties, geometry, header, parameters }: Json): OpenedSheet[] {
  const values = isObject(properties) ? properties.parameter : undefined;
  if (!isObject(values)) return [];
  const names = Object.keys(values).filter((name) => isObject(values[name]));
  const { fill_value: fill = -999, time_standard: standard } = isObject(header) ? header : {};
  const coordinates = isObject(geometry) && Array.isArray(geometry.coordinates) ? geometry.coordinates : [];
  const zone = standard === "UTC" ? "+00:00" : writtenOffset(3_600 * Math.round(Number(coordinates[0] ?? 0) / 15));
  const unitOf = (name: string) => {
    const one = isObject(parameters) ? parameters[name] : undefined;
    return isObject(one) && typeof one.units === "string" ? ` (${one.units})` : "";
  };
  const cellOf = (name: string, key: string) => {
    const column = values[name];
    const value = isObject(column) ? column[key] : null;
    return value === fill ? "" : jsonCell(value);
  };
  const [first = ""] = names;
  const keys = isObject(values[first]) ? Object.keys(values[first]) : [];
  const rows = keys
    .filter((key) => /^\d{8}(\d{2})?$/.test(key))
    .map((key) => {
      const day = `${key.slice(0, 4)}-${key.slice(4, 6)}-${key.slice(6, 8)}`;
      return [key.length === 8 ? day : `${day} ${key.slice(8)}:00 ${zone}`, ...names.map((name) => cellOf(name, key))];
    });
  return rows.length === 0
    ? []
    : [{ name: "NASA POWER", cells: [["date", ...names.map((name) => name + unitOf(name))], ...rows] }];
}

/** Sensors by name, each with lists of its statistics as long as the one of dates. */
function fieldClimateTables({ dates, data }: Json): OpenedSheet[] {
  if (!Array.isArray(dates) || typeof data !== "object" || data === null) return [];
  const columns = Object.values(data).flatMap((sensor: unknown) => {
    if (!isObject(sensor)) return [];
    const lists = sensor.values ?? sensor.aggr;
    const values = isObject(lists) ? (lists.avg ?? lists.sum ?? lists.last ?? lists.result) : undefined;
    const unit = typeof sensor.unit === "string" && sensor.unit !== "" ? ` [${sensor.unit}]` : "";
    return Array.isArray(values) ? [{ name: `${String(sensor.name)}${unit}`, values }] : [];
  });
  const cells = dates.map((date, index) => [String(date), ...columns.map(({ values }) => jsonCell(values[index]))]);
  return columns.length === 0
    ? []
    : [{ name: "FieldClimate", cells: [["date", ...columns.map(({ name }) => name)], ...cells] }];
}

/** Its names have no units, and more than one of them is the same quantity. */
function weatherLinkTables(answer: Json): OpenedSheet[] {
  if (!isWeatherLink(answer)) return [];
  const { columns, rows } = weatherLinkTable(answer);
  const names = columns.map(({ variable, unit }) => (unit === undefined ? variable : `${variable} (${unit})`));
  const cells = rows.map(({ ts, values }) => [ts, ...values].map(jsonCell));
  return rows.length === 0 ? [] : [{ name: "WeatherLink", cells: [["ts", ...names], ...cells] }];
}

/** Lists of flat records, with a column for each of their names. */
function listsIn(value: unknown, name: string, depth: number): OpenedSheet[] {
  if (depth > DEEPEST) return [];
  if (Array.isArray(value)) {
    const records = value.filter(isObject);
    const names = [...new Set(records.flatMap((one) => Object.keys(one).filter((key) => isPlain(one[key]))))];
    const isList = records.length > 0 && records.length === value.length && names.length > 1;
    const isOuter = records.some((one) => Object.values(one).some((inner) => listsIn(inner, "", depth + 1).length > 0));
    return isList && !isOuter
      ? [{ name, cells: [names, ...records.map((one) => names.map((key) => jsonCell(one[key])))] }]
      : records.flatMap((one) => listsIn(one, name, depth + 1));
  }
  return isObject(value) ? Object.entries(value).flatMap(([key, inner]) => listsIn(inner, key, depth + 1)) : [];
}

/** Numbers with a decimal comma, so that `1.014` has one meaning. */
function jsonCell(value: unknown): string {
  if (typeof value === "number") return String(value).replace(".", ",");
  return value === null || value === undefined || typeof value === "object" ? "" : String(value).trim();
}
