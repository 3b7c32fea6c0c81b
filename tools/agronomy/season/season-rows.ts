import { dayOfYear, formatDate, formatOrdinal, parseDate } from "../input/calendar.ts";
import type { Json, Reader } from "../input/reader.ts";
import { DERIVED_COLUMNS, INPUT_COLUMNS } from "../input/season-columns.ts";
import { text } from "../input/text.ts";
import {
  emptyWeather,
  WEATHER_COLUMNS,
  WEATHER_RANGES,
  type WeatherCells,
  type WeatherColumn,
} from "../input/weather-columns.ts";

/** One day of a season file; null where a cell is empty. */
export interface SeasonDay {
  /** Days since 1970-01-01. */
  date: number;
  J: number;
  weather: WeatherCells;
  P: number;
  /** Null when `autoirrigate` decides. */
  I: number | null;
  fw: number | null;
  ET0: number | null;
  Runoff: number | null;
  CR: number | null;
}

const RANGES: Record<string, readonly [number, number]> = {
  ...WEATHER_RANGES,
  J: [1, 366],
  P: [0, 1000],
  I: [0, 1000],
  fw: [0.01, 1],
  ET0: [-2, 30],
  Runoff: [0, 1000],
  CR: [0, 100],
};

/** Reads `columns` and `daily`, and records every problem with its column and row. */
export function readRows(reader: Reader, scenario: Json): { columns: string[]; days: SeasonDay[] } {
  const columns = readColumns(reader, scenario.columns, (scenario.autoirrigate ?? null) !== null);
  if (!Array.isArray(scenario.daily) || scenario.daily.length === 0) {
    const empty = Array.isArray(scenario.daily);
    reader.fail("daily", scenario.daily === undefined ? text.missing : empty ? text.emptyList : text.notList);
    return { columns, days: [] };
  }
  const first = parseDate(scenario.start);
  const days: SeasonDay[] = [];
  for (const [index, cells] of scenario.daily.entries()) {
    const row = index + 1;
    const yesterday = days.at(-1)?.date;
    const expected = yesterday === undefined ? first : yesterday + 1;
    if (!Array.isArray(cells)) reader.fail("daily", text.notRow(row));
    else if (cells.length !== columns.length) reader.fail("daily", text.rowLength(row, cells.length, columns.length));
    else {
      const day = readDay(reader, new Map(columns.map((name, at) => [name, cells[at]])), row, expected);
      if (day) days.push(day);
    }
  }
  checkPeriod(reader, scenario, days);
  return { columns, days };
}

function readColumns(reader: Reader, value: unknown, automatic: boolean): string[] {
  if (!Array.isArray(value)) {
    reader.fail("columns", value === undefined ? text.missing : text.notList);
    return [];
  }
  const columns = value.map(String);
  columns.forEach((name, index) => {
    if (!INPUT_COLUMNS.includes(name) && !DERIVED_COLUMNS.includes(name))
      reader.fail("columns", text.unknownColumn(name));
    if (columns.indexOf(name) !== index) reader.fail("columns", text.repeatedColumn(name));
  });
  for (const name of automatic ? ["P"] : ["P", "I"])
    if (!columns.includes(name)) reader.fail("columns", text.missingColumn(name));
  if (!columns.includes("date") && !columns.includes("J")) reader.fail("columns", text.missingColumn("date"));
  return columns;
}

function readDay(
  reader: Reader,
  cells: Map<string, unknown>,
  row: number,
  expected: number | undefined,
): SeasonDay | undefined {
  const date = cells.has("date") ? parseDate(cells.get("date")) : expected;
  const label = date === undefined ? "" : formatDate(date);
  const fail = (column: string, problem: string) => reader.fail(text.place.cell(column, row, label), problem);
  const optional = (column: string): number | null => {
    const value = cells.get(column) ?? null;
    if (value === null) return null;
    const [low, high] = RANGES[column] ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    return reader.number(value, text.place.cell(column, row, label), low, high);
  };
  const needed = (column: string): number => {
    const value = optional(column);
    if (value === null && cells.has(column)) fail(column, text.missingCell);
    return value ?? Number.NaN;
  };
  if (date === undefined) {
    fail("date", cells.has("date") ? text.badDate(cells.get("date")) : text.missingCell);
    return undefined;
  }
  if (expected !== undefined && date !== expected) fail("date", text.notNextDay(formatDate(expected)));
  const J = optional("J") ?? dayOfYear(date);
  if (J !== dayOfYear(date)) fail("J", text.dayOfYear(J, dayOfYear(date)));
  const weather = emptyWeather();
  for (const name of WEATHER_COLUMNS) weather[name] = optional(name);
  checkOrder(weather, fail, "Tmax", "Tmin");
  checkOrder(weather, fail, "RHmax", "RHmin");
  const ET0 = optional("ET0");
  if (ET0 === null)
    for (const name of ["Tmax", "Tmin"] as const) if (weather[name] === null) fail(name, text.needsTemperature);
  return {
    date,
    J,
    weather,
    ET0,
    P: needed("P"),
    I: cells.has("I") ? needed("I") : null,
    fw: optional("fw"),
    Runoff: optional("Runoff"),
    CR: optional("CR"),
  };
}

function checkOrder(
  cells: WeatherCells,
  fail: (column: string, problem: string) => void,
  high: WeatherColumn,
  low: WeatherColumn,
) {
  const [upper, lower] = [cells[high], cells[low]];
  if (upper !== null && lower !== null && upper < lower) fail(high, text.inverted(high, low));
}

/** `start` and `end`, where given, must be the first and the last day of the table. */
function checkPeriod(reader: Reader, scenario: Json, days: readonly SeasonDay[]): void {
  const ends = [
    ["start", days[0]],
    ["end", days.at(-1)],
  ] as const;
  for (const [name, day] of ends) {
    const value = scenario[name];
    if (value === undefined || day === undefined) continue;
    const date = parseDate(value);
    if (date === undefined) reader.fail(name, text.badDate(value));
    else if (date !== day.date) reader.fail(name, text.periodMismatch(String(value), formatOrdinal(day.date)));
  }
}
