import { InputError } from "./input-error.ts";
import { DERIVED_COLUMNS, INPUT_COLUMNS } from "./season-columns.ts";
import { text } from "./text.ts";
import { WEATHER_COLUMNS } from "./weather-columns.ts";

export const SITE_COLUMNS = ["lat", "elevation", "wind_height"] as const;

/** A column of a weather CSV: its variable, and the factor from its unit to this program's. */
export interface HeaderColumn {
  name: string;
  factor: number;
}

/** Header without case, accents and separators between words. */
const plain = (words: string) =>
  words
    .normalize("NFD")
    .replace(/[\p{M}\s_.-]/gu, "")
    .toLowerCase();

const USED = ["date", "J", ...WEATHER_COLUMNS, ...SITE_COLUMNS];

/** Columns of a season file that ET0 does not need. */
const UNUSED = [...INPUT_COLUMNS, ...DERIVED_COLUMNS].filter((name) => !USED.includes(name));

/** Other words for a column, among them the names that pyfao56 and Brazilian stations use. */
const WORDS: Record<string, readonly string[]> = {
  date: ["data", "dia"],
  J: ["dia do ano", "doy"],
  Tmax: ["tmaxima", "temp max", "temperatura maxima"],
  Tmin: ["tminima", "temp min", "temperatura minima"],
  Tmean: ["tmed", "tmedia", "temp med", "temperatura media"],
  Rs: ["rad", "srad", "radiacao", "radiacao solar"],
  n: ["insolacao"],
  RHmax: ["urmax", "umidade maxima"],
  RHmin: ["urmin", "umidade minima"],
  RHmean: ["ur", "urmed", "umidade", "umidade relativa"],
  Tdew: ["orvalho", "ponto de orvalho"],
  ea: ["vapr"],
  wind: ["vento", "wndsp", "velocidade do vento"],
  u2: ["u2"],
  lat: ["latitude", "lat deg"],
  elevation: ["altitude", "elevation m"],
  wind_height: ["altura vento", "wind height m"],
  P: ["chuva", "precipitacao", "rain"],
  ET0: ["eto", "etref"],
};

const NAMES = new Map([
  ...[...USED, ...UNUSED].map((name) => [plain(name), name] as const),
  ...Object.entries(WORDS).flatMap(([name, words]) => words.map((word) => [plain(word), name] as const)),
]);

const TEMPERATURE = { "°c": 1, ºc: 1, c: 1, degc: 1 };
const WIND = { "m/s": 1, "ms-1": 1, "km/h": 1 / 3.6 };
const METRES = { m: 1 };
const PERCENT = { "%": 1 };

/** Units that may follow a name in brackets, with the factor to this program's: °C, %, m/s, kPa, MJ/(m²·d), h, m, °. */
const UNITS: Record<string, Record<string, number>> = {
  Tmax: TEMPERATURE,
  Tmin: TEMPERATURE,
  Tmean: TEMPERATURE,
  Tdew: TEMPERATURE,
  RHmax: PERCENT,
  RHmin: PERCENT,
  RHmean: PERCENT,
  wind: WIND,
  u2: WIND,
  ea: { kpa: 1, hpa: 0.1, mbar: 0.1 },
  Rs: {
    "mj/m2/d": 1,
    "mj/m2/dia": 1,
    "mj/m2": 1,
    "mjm-2d-1": 1,
    "mjm-2dia-1": 1,
    "mjm-2": 1,
    "w/m2": 0.0864,
    "wm-2": 0.0864,
  },
  n: { h: 1, "h/d": 1 },
  lat: { "°": 1, deg: 1, graus: 1 },
  elevation: METRES,
  wind_height: METRES,
};

/** Reads the header of a weather CSV; throws an `InputError` that names the unknown, repeated and missing columns. */
export function readHeader(header: readonly string[]): HeaderColumn[] {
  const problems: string[] = [];
  const columns = header.map((words) => readColumn(words, problems));
  const names = columns.map(({ name }) => name);
  for (const [index, name] of names.entries())
    if (names.indexOf(name) !== index) problems.push(text.repeatedColumn(name));
  for (const needed of ["date", "Tmax", "Tmin"]) {
    const found = names.includes(needed) || (needed === "date" && names.includes("J"));
    if (!found) problems.push(text.missingColumn(needed));
  }
  if (names.includes("u2") && names.includes("wind")) problems.push(text.windTwice);
  if (problems.length > 0) throw new InputError(problems);
  return columns;
}

/** Whether a column belongs to a season file and is not needed for ET0. */
export const isUnused = (name: string) => UNUSED.includes(name);

function readColumn(words: string, problems: string[]): HeaderColumn {
  const { label = "", unit } = /^(?<label>.*?)\s*[([](?<unit>[^()[\]]*)[)\]]$/.exec(words)?.groups ?? { label: words };
  const name = NAMES.get(plain(label));
  if (name === undefined) {
    problems.push(text.unknownColumn(words));
    return { name: words, factor: 1 };
  }
  const units = UNITS[name];
  if (unit === undefined || units === undefined) return { name, factor: 1 };
  const factor =
    units[
      unit
        .toLowerCase()
        .replace(/[\s·*.]/g, "")
        .replaceAll("²", "2")
        .replaceAll("⁻", "-")
        .replaceAll("¹", "1")
    ];
  if (factor === undefined) problems.push(text.headerUnit(words, Object.keys(units)));
  return { name, factor: factor ?? 1 };
}
