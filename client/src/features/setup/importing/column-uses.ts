import { type DayOrder, dayOrderOf, readMoment } from "../../../ui/import/read-moment.ts";
import { converter, unitInName, unitOf } from "../../../ui/import/units.ts";
import { plainText } from "../../../ui/plain-text.ts";
import { unitAbove, unitOfCode, zoneIn } from "./facts/preamble.ts";
import {
  type ColumnUse,
  type ImportField,
  isNamed,
  type Mapping,
  mayBe,
  plainName,
  quantityOf,
  type RowReader,
  valueKind,
} from "./import-field.ts";
import { text } from "./text.ts";

/** Parts of a day and time that files have in columns of their own. */
export const TIME_PARTS = ["hora", "ano", "mes", "dia", "diaDoAno"] as const;
type TimePart = (typeof TIME_PARTS)[number];

export const WIDE = "*";
/** Rows before the names: stations of INMET have 10, NASA POWER up to 30. */
const LOOKED_AT = 60;
/** Rows between the names and the data, such as the units of a Campbell logger; Delta-T has five. */
const MAX_UNIT_ROWS = 6;
/** Which statistic of its interval a column has, in the line below the names: the value of the interval, or another one. */
const WHOLE = /^(?:avg|average|mean|media|smp|last|ultimo|sum|soma|tot|total)\.?$/;
const STATISTIC = /^(?:max|min|maxim[ao]|minim[ao]|time|tempo|std)\.?$/;

const PARTS: readonly (readonly [TimePart, RegExp])[] = [
  ["hora", /^(?:hora|hour|time|horario|hr|hh)\b(?!.*(?:data|date|stamp))|^hora\b/],
  ["ano", /^(?:ano|year|yyyy)$/],
  ["mes", /^(?:mes|month|mo|mm)$/],
  ["dia", /^(?:dia do mes|dy|dd)$/],
  ["diaDoAno", /^(?:dia do ano|doy|julian.*|jul|dia juliano)$/],
];
const DATE =
  /\b(?:data|dt|dia|date|day|timestamps?|tmstamp|date ?time|datetime|ts|time ?stamp|data ?hora|dateutc|fecha)\b/;

/** Units of a depth in a name: `Soil Temp 10 cm`. */
const DEPTHS: ReadonlySet<string> = new Set(["m", "cm", "in"]);
const INCH_CM = 2.54;

/** The fields that columns may be, dates among them. */
export function momentField({ fields, schema }: RowReader): ImportField | undefined {
  return fields.find((field) => ["moment", "day"].includes(valueKind(field, schema)));
}

/** The best reading of a table, as a person would map its columns. */
export function suggestMapping(cells: readonly (readonly string[])[], reader: RowReader): Mapping {
  const begin = cells.findIndex((row) => row.some((cell) => cell !== ""));
  const rows = cells.slice(0, Math.max(0, begin) + LOOKED_AT);
  let best = { header: 0, names: rows[0] ?? [], score: 0 };
  for (const [header, row] of rows.entries()) {
    // Rows of values alone are most of those that are looked at.
    if (header < begin || !row.some((cell) => /^["'(\s]*\p{L}/u.test(cell))) continue;
    const above = rows[header - 1];
    for (const names of above && isNames(above) ? [row, joined(above, row)] : [row]) {
      const paths = usesOf(names, reader).flatMap((all) => all.slice(0, 1).map(({ path }) => path));
      // Names that are repeated for the mean, the highest and the lowest value are told apart by the line below them.
      const score = new Set(paths).size + (names !== row && statistics(row) > 1 ? 0.5 : 0);
      if (score > best.score) best = { header, names, score };
    }
  }
  const { header, names } = best.score > 0 ? best : guessedHeader(rows);
  // Loggers without names, such as the arrays of a CR1000: the first row is data.
  if (best.score === 0 && isData(names)) {
    const nameless = names.map(() => "");
    return completed(cells, reader, { header: header - 1, names: nameless });
  }
  return completed(cells, reader, { header, names });
}

/** The first row with as many cells as the ones below it. */
function guessedHeader(rows: readonly (readonly string[])[]) {
  const widthOf = (row: readonly string[] | undefined) => row?.filter(Boolean).length ?? 0;
  const found = rows.findIndex((row, index) => widthOf(row) > 1 && widthOf(rows[index + 1]) >= widthOf(row) - 1);
  const header = Math.max(0, found);
  return { header, names: rows[header] ?? [] };
}

const isData = (row: readonly string[]) =>
  row.length > 1 &&
  row.every((cell) => cell === "" || /^[-+]?\d+([.,]\d+)*$/.test(cell) || readMoment(cell) !== undefined);

/** Names in two lines, as in exports of WeatherLink. */
const joined = (above: readonly string[], row: readonly string[]) =>
  Array.from({ length: Math.max(above.length, row.length) }, (_, index) => {
    const [name = "", below = ""] = [above[index], row[index]];
    return (name !== "" && WHOLE.test(plainText(below))) || name === below ? name : `${name} ${below}`.trim();
  });
const statistics = (row: readonly string[]) =>
  row.filter((cell) => WHOLE.test(plainText(cell)) || STATISTIC.test(plainText(cell))).length;
const isNames = (row: readonly string[]) => row.filter(Boolean).length > 2 && !row.some((cell) => /^[-\d]/.test(cell));

/** What each column may be, the likeliest first. Columns of exact names win over the others. */
function usesOf(names: readonly string[], reader: RowReader): ColumnUse[][] {
  const date = momentField(reader);
  const { wide, fields } = reader;
  const isLong =
    wide && names.some((name) => fields.some((field) => field.path === wide.value && isNamed(field, name)));
  return names.map((name) => {
    if (name === "") return [];
    const exact = fields.find((field) => isNamed(field, name));
    if (exact) return [{ path: exact.path }];
    const plain = plainName(name.replaceAll("_", " "));
    const part = date && PARTS.find(([, names]) => names.test(plain));
    if (part) return [{ path: `${date.path}#${part[0]}` }];
    const found = fields.filter((field) => mayBe(field, name)).map(({ path }) => ({ path }));
    if (found.length > 0) return found;
    if (date && DATE.test(plain)) return [{ path: date.path }];
    if (!wide || isLong) return [];
    const quantities = (one: string) =>
      wide.fields
        .filter((field) => mayBe(field, one) || isNamed(field, one))
        .map(({ path, atDepth }) => ({ path: WIDE + path, ...(atDepth && depthIn(name)) }));
    const likely = quantities(name);
    // `VelVento10m(m/s)`: words that only capitals divide.
    return likely.length > 0
      ? likely
      : quantities(name.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").replace(/(\p{L})(\d+m)?\(/u, "$1 $2 ("));
  });
}

/** A probe in the soil calls the temperature of the soil its temperature. */
function probeUses(uses: readonly (ColumnUse | null)[], names: readonly string[], { wide }: RowReader) {
  const has = (path: string) => uses.some((use) => use?.path === WIDE + path);
  const isProbe = has("soilMoist") && !["airHum", "soilTemp", "wind", "rad"].some(has);
  if (!isProbe || !wide?.fields.some(({ path }) => path === "soilTemp")) return uses;
  return uses.map((use, column) =>
    use?.path === `${WIDE}airTemp` && !/\b(?:ar|air|out|ext\w*|amb\w*)\b/.test(plainName(names[column] ?? ""))
      ? { path: `${WIDE}soilTemp` }
      : use,
  );
}

/** `VWC 20 cm`, `A2(15)`, `Umidade_30`. */
function depthIn(name: string): { depth?: string } {
  // Onset names the logger and the sensor by their serial numbers.
  const plain = name.replace(/\b(?:LGR|SEN) S\/N:\s*\d+,?/g, "");
  const metres = /(\d[.,]\d{1,2})\s*m\b/i.exec(plain)?.[1];
  const inches = /\b(\d{1,2})\s*(?:in\b|")/i.exec(plain)?.[1];
  const depth =
    (metres && String(Math.round(100 * Number(metres.replace(",", "."))))) ??
    /(\d{1,3})\s*cm/i.exec(plain)?.[1] ??
    (inches && String(Math.round(INCH_CM * Number(inches)))) ??
    /\((\d{1,3})\)/.exec(plain)?.[1] ??
    /[\s_-](\d{2,3})\b/.exec(plain)?.[1];
  return depth === undefined ? {} : { depth };
}

/** Adds what follows from the rows of data to the names. */
function completed(
  cells: readonly (readonly string[])[],
  reader: RowReader,
  { header, names }: { header: number; names: readonly string[] },
): Mapping {
  const named = usesOf(names, reader).map(([first]) => first ?? null);
  const possible = probeUses(datedUses(cells, header, named, reader), names, reader);
  const data = dataRow(cells, header, possible, reader);
  const units = cells.slice(header + 1, data);
  const sample = cells.slice(data, data + 2_000);
  const isEmpty = (column: number) => sample.every((row) => !row[column]);
  const groups = new Map<string, number[]>();
  for (const [column, use] of possible.entries()) {
    if (!use || isEmpty(column)) continue;
    const key = `${use.path} ${use.depth ?? ""}`;
    groups.set(key, [...(groups.get(key) ?? []), column]);
  }
  const above = cells.slice(0, Math.max(0, header));
  const writtenUnit = (column: number) => {
    const name = names[column] ?? "";
    return (
      unitInName(name) ??
      units.map((row) => unitOf(row[column] ?? "")).find(Boolean) ??
      unitAbove(name, above) ??
      unitOfCode(name, names)
    );
  };
  const several = [...groups].filter(([, columns]) => columns.length > 1);
  // A logger writes radiation as W/m² and as kJ/m²: the column in the unit of the record needs no conversion.
  const best = several.flatMap(([key, columns]) => {
    const own = unitFor(key.split(" ")[0] ?? "", reader);
    const inOwn = columns.filter((column) => own !== undefined && writtenUnit(column) === own);
    if (key.trim() === momentField(reader)?.path) return zonedDates(columns, sample);
    if (key.startsWith(`${WIDE}rainTotal`)) return longestTotal(columns, names);
    return inOwn.length === 1 ? inOwn : [];
  });
  const unclear = several.filter(([, columns]) => !columns.some((column) => best.includes(column)));
  const blocked = new Set(several.flatMap(([, columns]) => columns).filter((column) => !best.includes(column)));
  const uses = possible.map((use, column) => {
    if (!use || blocked.has(column)) return null;
    const own = unitFor(use.path, reader);
    const written = writtenUnit(column);
    // A quantity in a unit of another kind is another quantity. INMET's site writes directions under m/s.
    if (own !== undefined && own !== "°" && written !== undefined && !DEPTHS.has(written) && !converter(written, own))
      return null;
    // Pounds are those of the water of a machine, neither of the air nor of the soil.
    if (written === "psi" && use.path.startsWith(WIDE)) return null;
    const unit =
      own === undefined
        ? undefined
        : written && converter(written, own)
          ? written
          : likelyUnit(own, use, sample, column);
    return { ...use, ...(unit !== undefined && unit !== own && { unit }) };
  });
  const mapping = { header, data, names, uses, fixed: fixedOf(uses, reader) };
  const dates = possible.flatMap((use, column) => (use?.path === momentField(reader)?.path ? [column] : []));
  const order = orderOf(sample, dates, names);
  const path = momentField(reader)?.path ?? " ";
  const times = names.filter((_, column) => possible[column]?.path.startsWith(path));
  const labelled = unclear.map(([key, columns]) => ({ label: labelOf(key.split(" ")[0] ?? "", reader), columns }));
  return { ...mapping, ...order, zone: zoneIn(times, above), unclear: labelled };
}

/** Of several columns of the same moments that with a zone, else the first; none where they differ. */
function zonedDates(columns: readonly number[], sample: readonly (readonly string[])[]): number[] {
  const moments = columns.map((column) => sample.slice(0, 20).map((row) => readMoment(row[column] ?? "")));
  const zoned = columns.filter((_, index) => moments[index]?.some((one) => one?.offset !== undefined));
  if (zoned.length > 0) return zoned.slice(0, 1);
  const [first, ...others] = moments.map((all) => all.map((one) => `${one?.day} ${one?.time}`).join());
  return others.every((one) => one === first) ? columns.slice(0, 1) : [];
}

/** Of several running totals that of the longest time, because it is set back least. */
function longestTotal(columns: readonly number[], names: readonly string[]): number[] {
  const spans = [/total|life/i, /year|ano|anual/i, /month|mes/, /week|semana/i, /da(il)?y|dia/i, /event/i];
  for (const span of spans) {
    const [found] = columns.filter((column) => span.test(plainText(names[column] ?? "")));
    if (found !== undefined) return [found];
  }
  return [];
}

/** MJ/m² that some day of three weeks exceeds anywhere in Brazil, and no day in kWh/m² does. */
const DARK_MJ = 9.5;

/** A fraction in a column of percent, or kWh in one of MJ, seen by the values: no soil is drier than 1 %. */
function likelyUnit(own: string, { path }: ColumnUse, sample: readonly (readonly string[])[], column: number): string {
  if (own !== "MJ/m²" && (own !== "% vol" || !path.startsWith(WIDE))) return own;
  const values = sample.map((row) => Number((row[column] ?? "").replace(",", "."))).filter((value) => value > 0);
  const isBelow = (limit: number, fewest: number) => values.length >= fewest && values.every((value) => value < limit);
  if (own === "MJ/m²") return isBelow(DARK_MJ, 20) ? "kWh/m²" : own;
  return isBelow(1, 1) ? "m³/m³" : own;
}

/** The unit of the record for a use; undefined where there is none. */
export function unitFor(path: string, { fields, schema, wide }: RowReader): string | undefined {
  const quantity = wide?.fields.find((field) => WIDE + field.path === path);
  if (quantity) return quantity.unit;
  const field = fields.find((one) => one.path === path);
  return field && valueKind(field, schema) === "number" ? quantityOf(field, schema).unit || undefined : undefined;
}

/** The words of a use on the screen. */
function labelOf(path: string, { fields, wide }: RowReader): string {
  const [, part] = path.split("#");
  if (part) return text.timeParts[part as TimePart];
  const found = path.startsWith(WIDE)
    ? wide?.fields.find((field) => WIDE + field.path === path)
    : fields.find((field) => field.path === path);
  return found?.label ?? path;
}

/** `time` alone is the whole moment, `day` beside a year and a month is a part of it. */
function datedUses(
  cells: readonly (readonly string[])[],
  header: number,
  uses: readonly (ColumnUse | null)[],
  reader: RowReader,
): readonly (ColumnUse | null)[] {
  const { path } = momentField(reader) ?? {};
  if (path === undefined) return uses;
  const has = (wanted: string) => uses.some((use) => use?.path === wanted);
  const change = (from: string, to: string) => uses.map((use) => (use?.path === from ? { ...use, path: to } : use));
  if (has(path) && has(`${path}#ano`) && has(`${path}#mes`)) return change(path, `${path}#dia`);
  const column = uses.findIndex((use) => use?.path === `${path}#hora`);
  const isWhole = cells.slice(header + 1, header + 6).some((row) => readMoment(row[column] ?? "") !== undefined);
  if (has(path) || uses.some((use) => use?.path.startsWith(`${path}#`)))
    return !has(path) && isWhole ? change(`${path}#hora`, path) : uses;
  // A column of dates by its cells, under a name such as `created_at` or `Label`.
  const sample = cells.slice(header + 1, header + 13);
  const isDated = (cell = "") =>
    /^\d{1,4}[/.-]\d{1,2}[/.-]\d/.test(cell) && (readMoment(cell) ?? readMoment(cell, "mdy")) !== undefined;
  const dated = uses.findIndex((use, at) => {
    const digits = sample.flatMap((row) => (/^\d/.test(row[at] ?? "") ? [row[at]] : []));
    return !use && digits.length > 0 && digits.every(isDated);
  });
  return uses.map((use, at) => (at === dated ? { path } : use));
}

/** The first row after the rows of units: with a date in its column or, without such a column, a number. */
function dataRow(
  cells: readonly (readonly string[])[],
  header: number,
  uses: readonly (ColumnUse | null)[],
  reader: RowReader,
) {
  const date = momentField(reader);
  const column = uses.findIndex((use) => date && use?.path === date.path);
  for (let row = header + 1; row <= header + MAX_UNIT_ROWS; row++) {
    const found = cells[row];
    if (!found) break;
    const isUnits =
      found.filter((cell) => unitOf(cell) !== undefined).length > 1 ||
      (column >= 0 &&
        /^(?:TS)?$/.test(found[column] ?? "") &&
        found.some((cell) => /^(?:avg|smp|tot|max|min|wvc|rn)$/i.test(cell))) ||
      // `Sensor`, `Unit`: the first cells of the lines of a logger say what each line has.
      (column === 0 && /^(?:sensor|unit|minimum value|maximum value|type|serial)\b/i.test(found[column] ?? ""));
    const isDated =
      column >= 0 && (readMoment(found[column] ?? "") ?? readMoment(found[column] ?? "", "mdy")) !== undefined;
    if (isDated || !isUnits) return row;
  }
  return header + 1;
}

/**
 * The order of day and month that the cells prove. Where they prove none, that of Brazil under a Portuguese name, else the
 * one in which each row follows the one before.
 */
function orderOf(
  sample: readonly (readonly string[])[],
  columns: readonly number[],
  names: readonly string[],
): Pick<Mapping, "order" | "isOrderSure"> {
  const [column] = columns;
  if (column === undefined) return { order: "dmy", isOrderSure: true };
  const dates = sample.map((row) => row[column] ?? "");
  const proved = dayOrderOf(dates);
  if (proved !== undefined) return { order: proved === "mixed" ? "dmy" : proved, isOrderSure: proved !== "mixed" };
  const jumps = (order: DayOrder) => {
    const days = dates.map((cell) => Date.parse(readMoment(cell, order)?.day ?? ""));
    return days.reduce((sum, day, index) => sum + Math.abs(day - (days[index - 1] ?? day) || 0), 0);
  };
  const isWritten = dates.some((cell) => /^\d{1,2}[/.-]\d{1,2}[/.-]\d{2}/.test(cell));
  if (
    !isWritten ||
    /\b(?:data|dia|inicio|hora|plantio|semeadura|emergencia|colheita)\b/.test(plainName(names[column] ?? ""))
  )
    return { order: "dmy", isOrderSure: true };
  return { order: jumps("mdy") < jumps("dmy") ? "mdy" : "dmy", isOrderSure: false };
}

/** Required choices without a column are the same for all rows; one with a single option needs no question. */
function fixedOf(uses: readonly (ColumnUse | null)[], reader: RowReader): Record<string, string> {
  const open = openChoices({ uses }, reader);
  return Object.fromEntries(
    open.flatMap(({ path, options = [] }) => (options.length === 1 ? [[path, options[0]?.label ?? ""]] : [])),
  );
}

/** Fields that the person chooses for the whole file. */
export function openChoices({ uses }: Pick<Mapping, "uses">, { fields }: RowReader): ImportField[] {
  const used = new Set(uses.map((use) => use?.path));
  return fields.filter(
    ({ path, once, unless }) => once === true && !used.has(path) && (unless === undefined || !used.has(unless)),
  );
}
