import type { WeatherSite } from "@lamina/agronomy/eto/eto";
import { dayOfYear, formatDate, parseDate } from "./calendar.ts";
import { type Csv, parseCsv } from "./csv.ts";
import { InputError } from "./input-error.ts";
import { text } from "./text.ts";
import { emptyWeather, WEATHER_COLUMNS, WEATHER_RANGES, type WeatherCells } from "./weather-columns.ts";
import { type HeaderColumn, isUnused, readHeader, SITE_COLUMNS } from "./weather-header.ts";

/** One line of the file, with its site. */
export interface WeatherLine {
  /** The file's name of the day: its ISO date, or empty when only the day of the year is given. */
  date: string;
  J: number;
  weather: WeatherCells;
  site: WeatherSite;
}

interface SiteDefaults {
  lat?: string | undefined;
  elevation?: string | undefined;
  "wind-height"?: string | undefined;
}

const RANGES: Record<string, readonly [number, number]> = {
  ...WEATHER_RANGES,
  u2: WEATHER_RANGES.wind,
  J: [1, 366],
  lat: [-90, 90],
  elevation: [-500, 6000],
  wind_height: [0.5, 100],
};

/** Reads a weather CSV; throws an `InputError` that names the column and the line of every problem. */
export function readWeatherCsv(
  content: string,
  defaults: SiteDefaults,
): { separator: Csv["separator"]; lines: WeatherLine[]; notes: string[] } {
  const csv = parseCsv(content);
  const columns = readHeader(csv.header);
  const problems: string[] = [];
  const names = columns.map(({ name }) => name);
  const fallback = readDefaults(defaults, names, problems);
  if (problems.length > 0) throw new InputError(problems);
  const lines = csv.lines.map(({ line, cells }) => {
    const found = new Map(columns.map((column, index) => [column.name, { ...column, words: cells[index] ?? "" }]));
    return readLine(new LineReader(found, line, problems), fallback);
  });
  if (problems.length > 0) throw new InputError(problems);
  return { separator: csv.separator, lines, notes: names.filter(isUnused).map(text.unusedColumn) };
}

type Fallback = Partial<Record<(typeof SITE_COLUMNS)[number], number>>;

function readDefaults(defaults: SiteDefaults, columns: readonly string[], problems: string[]): Fallback {
  const fallback: Fallback = {};
  for (const name of SITE_COLUMNS) {
    const option = name === "wind_height" ? "wind-height" : name;
    const words = defaults[option];
    if (words === undefined) {
      if (name !== "wind_height" && !columns.includes(name)) problems.push(text.siteOption(option));
      continue;
    }
    const value = Number(words.replace(",", "."));
    const [low = 0, high = 0] = RANGES[name] ?? [];
    if (words.trim() === "" || Number.isNaN(value)) problems.push(text.optionNumber(option, words));
    else if (value < low || value > high) problems.push(`--${option}: ${text.outOfRange(value, low, high)}`);
    else fallback[name] = value;
  }
  return fallback;
}

type Cell = HeaderColumn & { words: string };

/** Contents of a cell without a measurement. */
const EMPTY = ["", "nan", "na", "null", "-"];

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

class LineReader {
  readonly #cells: ReadonlyMap<string, Cell>;
  readonly #line: number;
  readonly #problems: string[];

  constructor(cells: ReadonlyMap<string, Cell>, line: number, problems: string[]) {
    this.#cells = cells;
    this.#line = line;
    this.#problems = problems;
  }

  fail(column: string, problem: string): void {
    this.#problems.push(`${text.place.csvCell(column, this.#line)}: ${problem}`);
  }

  words(column: string): string {
    return this.#cells.get(column)?.words ?? "";
  }

  /** The number in a cell; null where it is empty. The decimal mark is a comma or a point. */
  number(column: string): number | null {
    const words = this.words(column);
    if (EMPTY.includes(words.toLowerCase())) return null;
    const number = words.replace(",", ".");
    const value = DECIMAL.test(number) ? Number(number) * (this.#cells.get(column)?.factor ?? 1) : Number.NaN;
    if (Number.isNaN(value)) {
      this.fail(column, text.csvNumber(words));
      return null;
    }
    const [low = -Infinity, high = Infinity] = RANGES[column] ?? [];
    if (value < low || value > high) this.fail(column, text.outOfRange(value, low, high));
    return value;
  }

  needed(column: string): number {
    const value = this.number(column);
    if (value === null && EMPTY.includes(this.words(column).toLowerCase())) this.fail(column, text.missingCell);
    return value ?? Number.NaN;
  }
}

function readLine(reader: LineReader, fallback: Fallback): WeatherLine {
  const { date, J } = readDay(reader);
  const weather = emptyWeather();
  for (const name of WEATHER_COLUMNS)
    weather[name] = name === "Tmax" || name === "Tmin" ? reader.needed(name) : reader.number(name);
  for (const [high, low] of [
    ["Tmax", "Tmin"],
    ["RHmax", "RHmin"],
  ] as const) {
    const [upper, lower] = [weather[high], weather[low]];
    if (upper !== null && lower !== null && upper < lower) reader.fail(high, text.inverted(high, low));
  }
  const u2 = reader.number("u2");
  if (u2 !== null) weather.wind = u2;
  const site = (name: (typeof SITE_COLUMNS)[number]) => reader.number(name) ?? fallback[name];
  const [latitudeDeg, altitudeM] = [site("lat"), site("elevation")];
  if (latitudeDeg === undefined) reader.fail("lat", text.missingCell);
  if (altitudeM === undefined) reader.fail("elevation", text.missingCell);
  return {
    date,
    J,
    weather,
    site: {
      latitudeDeg: latitudeDeg ?? Number.NaN,
      altitudeM: altitudeM ?? Number.NaN,
      windHeightM: u2 === null ? (site("wind_height") ?? 2) : 2,
    },
  };
}

function readDay(reader: LineReader): { date: string; J: number } {
  const words = reader.words("date");
  if (words === "") return { date: "", J: reader.needed("J") };
  const brazilian = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(words)?.slice(1);
  const [date = "", month = "", year = ""] = brazilian ?? [];
  const day = parseDate(brazilian ? `${year}-${month.padStart(2, "0")}-${date.padStart(2, "0")}` : words);
  if (day === undefined) {
    reader.fail("date", text.badDate(words));
    return { date: "", J: Number.NaN };
  }
  const J = reader.number("J");
  if (J !== null && J !== dayOfYear(day)) reader.fail("J", text.dayOfYear(J, dayOfYear(day)));
  return { date: formatDate(day), J: dayOfYear(day) };
}
