import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "@lamina/shared/core/time";
import { countedCells, isMissing, notationInRange, notationOf, readNumber } from "../../../ui/import/column-numbers.ts";
import { readMoment } from "../../../ui/import/read-moment.ts";
import { converter, unitOf, unitsOf } from "../../../ui/import/units.ts";
import type { Notation, NumberRange } from "../../../ui/parse-number.ts";
import { momentField, unitFor, WIDE } from "./column-uses.ts";
import type { DoubtedColumn } from "./facts/doubts.ts";
import { type ColumnUse, type Mapping, quantityOf, type RowReader, valueKind, type WideField } from "./import-field.ts";

/** A row of the file, as cells by the paths of the fields in the notation of a template. */
export interface CanonicalRow {
  /** The row of the file, from 1. */
  line: number;
  cells: Readonly<Record<string, string>>;
}

interface NumberColumn {
  column: number;
  use: ColumnUse;
  field: WideField | undefined;
  read: (cell: string) => string;
  range?: NumberRange | undefined;
}

/** Rows whose values are compared with what is usual. */
const SAMPLE = 2_000;

/**
 * Turns the rows of a table into rows of the reader's own form: units, dates, wide columns and marks of missing values. In
 * steps, a column each, so that a page can paint between them.
 */
export function* canonicalRows(cells: readonly (readonly string[])[], mapping: Mapping, reader: RowReader) {
  const { uses, fixed, data } = mapping;
  const { wide, fields, schema } = reader;
  const rows = cells.slice(data);
  const hours = intervalHours(rows, mapping, reader);
  const date = momentField(reader);
  const known = new Map(fields.map((field) => [field.path, valueKind(field, schema)] as const));
  const distinct = new Map<number, ReadonlyMap<string, number>>();
  for (const [column, use] of uses.entries())
    if (use && (use.path.startsWith(WIDE) || known.get(use.path) === "number")) {
      distinct.set(column, countedCells(cellsAt(rows, column)));
      yield;
    }
  const fallback = fileNotation(distinct, mapping, reader);
  const numbers = uses.flatMap((use, column): NumberColumn[] => {
    const cellsOfColumn = distinct.get(column);
    if (!use || !cellsOfColumn) return [];
    const field = wide?.fields.find(({ path }) => WIDE + path === use.path);
    const own = fields.find(({ path }) => path === use.path);
    const range = field ? field.range : own && quantityOf(own, schema).range;
    const read = numberReader(cellsOfColumn, {
      use,
      range,
      hours,
      fallback,
      unit: unitFor(use.path, reader),
      isPotential: field?.isPotential === true,
    });
    return [{ column, use, field, read, range }];
  });
  const plain = uses.flatMap((use, column) =>
    use && !use.path.includes("#") && use.path !== date?.path && !numbers.some((one) => one.column === column)
      ? [{ column, path: use.path }]
      : [],
  );
  const [values, others] = [numbers.filter(({ field }) => field), numbers.filter(({ field }) => !field)];
  const partColumns = new Map(
    uses.flatMap((use, column) =>
      use && date && (use.path === date.path || use.path.startsWith(`${date.path}#`))
        ? [[use.path, column] as const]
        : [],
    ),
  );
  const counts = { missing: 0 };
  const isRepeated = repeatedHead(
    cells,
    mapping,
    partColumns.get(date?.path ?? "") ?? partColumns.values().next().value,
  );

  function* rowsOf(index: number): Generator<CanonicalRow> {
    const row = rows[index] ?? [];
    if (row.every((cell) => cell === "") || isRepeated(row)) return;
    const line = data + index + 1;
    const found: Record<string, string> = { ...fixed };
    for (const { column, path } of plain) {
      const isDated = known.get(path) === "moment" || known.get(path) === "day";
      found[path] = isDated ? momentOf(row, new Map([[path, column]]), path, mapping) : (row[column] ?? "");
    }
    if (date && partColumns.size > 0) found[date.path] = momentOf(row, partColumns, date.path, mapping);
    for (const { column, use, read, range } of others) {
      const cell = row[column] ?? "";
      const isMark = cell !== "" && isMissing(cell, range);
      if (isMark) counts.missing++;
      // A row of one value says nothing without it.
      if (isMark && use.path === wide?.value) return;
      found[use.path] = isMark ? "" : read(cell);
    }
    if (!wide || values.length === 0) return yield { line, cells: found };
    for (const { column, use, read, field, range } of values) {
      const cell = row[column] ?? "";
      if (cell === "") continue;
      if (isMissing(cell, range)) counts.missing++;
      else
        yield {
          line,
          cells: {
            ...found,
            [wide.quantity]: field?.label ?? "",
            [wide.value]: read(cell),
            ...(use.depth !== undefined && { [wide.depth]: use.depth }),
          },
        };
    }
  }
  const step = Math.max(1, Math.floor(rows.length / SAMPLE));
  const sample = rows.filter((_, index) => index % step === 0);
  const columns: DoubtedColumn[] = [];
  for (const { column, use, field, read, range } of numbers) {
    yield;
    const cells = sample.map((row) => row[column] ?? "").filter((cell) => cell !== "" && !isMissing(cell, range));
    const values = cells.map((cell) => Number(read(cell).replace(",", "."))).filter(Number.isFinite);
    const label = field?.label ?? fields.find(({ path }) => path === use.path)?.label ?? use.path;
    columns.push({ column, use, label, unit: unitFor(use.path, reader) ?? "", range, values });
  }
  return { count: rows.length, rowsOf, counts, columns };
}

/**
 * Whether a row repeats one above the data, as in years of a station that were joined: the same row, or one without a date
 * that begins like a line above the names.
 */
function repeatedHead(
  cells: readonly (readonly string[])[],
  { header, data, order }: Mapping,
  dated: number | undefined,
): (row: readonly string[]) => boolean {
  const rows = new Map<string, Set<string>>();
  for (const row of cells.slice(0, data)) {
    const first = row[0] ?? "";
    rows.set(first, (rows.get(first) ?? new Set()).add(row.join("\n")));
  }
  const begins = new Set(cells.slice(0, Math.max(0, header)).flatMap(([first = ""]) => (first === "" ? [] : [first])));
  if (begins.has("BEGIN DATA")) begins.add("END DATA");
  return (row) => {
    const first = row[0] ?? "";
    if (rows.get(first)?.has(row.join("\n"))) return true;
    return dated !== undefined && begins.has(first) && readMoment(row[dated] ?? "", order) === undefined;
  };
}

interface NumberColumnFacts {
  use: ColumnUse;
  range: NumberRange | undefined;
  hours: number;
  fallback: Notation | undefined;
  unit: string | undefined;
  isPotential: boolean;
}

function* cellsAt(rows: readonly (readonly string[])[], column: number): Generator<string> {
  for (const row of rows) yield row[column] ?? "";
}

/** Reads the cells of one column; a cell that is no number stays as it is, and its row says so. */
function numberReader(column: ReadonlyMap<string, number>, facts: NumberColumnFacts) {
  const { use, range, hours, fallback, unit = "", isPotential } = facts;
  // The potential of water is the tension with a minus sign.
  const has = (digits: RegExp) => [...column.keys()].some((cell) => digits.test(cell));
  const sign = isPotential && has(/^[-−]/) && !has(/^[1-9]/) ? -1 : 1;
  const convert = (use.unit !== undefined && converter(use.unit, unit, hours)) || undefined;
  const likely = notationInRange(column, convert ? undefined : range);
  // Where the other columns say another thing than the range, a person decides.
  const isUnsure = likely !== undefined && fallback !== undefined && likely !== fallback;
  const notation = notationOf(column) ?? (isUnsure ? "mixed" : (fallback ?? likely));
  return (cell: string): string => {
    const point = unit === "°" ? (compassDegrees(cell) ?? sexagesimal(cell)) : undefined;
    if (point !== undefined) return String(point).replace(".", ",");
    // A sum of the file and a name of a unit in the cell: `642 W/m²`.
    const [, digits = cell, suffix = ""] = /^([-+−]?[\d.,\s]*\d(?:e[-+]?\d+)?)\s*([^\d\s.,].*)$/i.exec(cell) ?? [];
    const named = suffix === "" ? undefined : unitOf(suffix);
    if (suffix !== "" && named === undefined) return cell;
    const inCell =
      named !== undefined && (unitsOf(unit).includes(named) || named === unit)
        ? converter(named, unit, hours)
        : undefined;
    if (named !== undefined && unit !== "" && !inCell) return cell;
    const number = readNumber(digits, notation);
    if (Number.isNaN(number)) return cell;
    const value = (inCell ?? convert ?? ((one: number) => one))(sign * number);
    return String(value).replace(".", ",");
  };
}

const POINTS = ["n", "nne", "ne", "ene", "e", "ese", "se", "sse", "s", "ssw", "sw", "wsw", "w", "wnw", "nw", "nnw"];

/** A point of the compass in English or Portuguese (L, O) as degrees. */
function compassDegrees(cell: string): number | undefined {
  const index = POINTS.indexOf(cell.toLowerCase().replaceAll("o", "w").replaceAll("l", "e"));
  return index < 0 ? undefined : index * 22.5;
}

/** Degrees, minutes and seconds with the letter of a hemisphere, as on plates of machines: `17°47'06,5" S`. */
function sexagesimal(cell: string): number | undefined {
  const found =
    /^(-?\d{1,3})\s*[°º]\s*(?:(\d{1,2}(?:[.,]\d+)?)\s*['’′]\s*)?(?:(\d{1,2}(?:[.,]\d+)?)\s*(?:"|”|″|'')\s*)?([NSLEWO])?$/i.exec(
      cell.trim(),
    );
  if (!found) return undefined;
  const [, degrees = "", minutes = "0", seconds = "0", side = ""] = found;
  const part = (written: string) => Number(written.replace(",", "."));
  const size = Math.abs(Number(degrees)) + part(minutes) / 60 + part(seconds) / 3_600;
  const isMinus = degrees.startsWith("-") || /[SWO]/i.test(side);
  return Number((isMinus ? -size : size).toFixed(7));
}

/** The notation of the other columns, for a column whose cells prove none. */
function fileNotation(
  columns: ReadonlyMap<number, ReadonlyMap<string, number>>,
  { uses }: Mapping,
  reader: RowReader,
): Notation | undefined {
  const found = new Set<Notation | "mixed" | undefined>();
  for (const [column, cells] of columns) {
    const use = uses[column];
    if (use && unitFor(use.path, reader) !== undefined) found.add(notationOf(cells));
  }
  found.delete(undefined);
  const [only] = found;
  return found.size === 1 && only !== "mixed" ? only : undefined;
}

/** The day and time of a row as `2026-11-20 18:00`, with `Z` where the file gives another zone than the farm's. */
function momentOf(
  row: readonly string[],
  columns: ReadonlyMap<string, number>,
  path: string,
  { order, zone, isZoneForced }: Mapping,
): string {
  const cell = (part: string) => row[columns.get(part) ?? -1] ?? "";
  const whole = cell(path);
  const [year, doy] = [cell(`${path}#ano`), cell(`${path}#diaDoAno`)];
  const day =
    whole !== "" || year === ""
      ? whole
      : doy !== ""
        ? `${year}-${doy.padStart(3, "0")}`
        : `${year}-${cell(`${path}#mes`).padStart(2, "0")}-${cell(`${path}#dia`).padStart(2, "0")}`;
  const hour = hourOf(cell(`${path}#hora`), day);
  const isWhole = hour === "" || (whole !== "" && / \d{1,2}:/.test(whole));
  const written = isWhole ? day : `${readMoment(day, order)?.day ?? day} ${hour}`;
  const found = readMoment(written, order);
  if (!found) return written;
  const offset = isZoneForced ? offsetOf(zone) : (found.offset ?? offsetOf(zone));
  const clock = Date.parse(`${found.day}T${found.time}:00Z`) + found.ms;
  if (offset !== undefined) return new Date(clock - offset * MINUTE_MS).toISOString();
  return new Date(clock)
    .toISOString()
    .replace("T", " ")
    .replace(/(\.000)?Z$/, "");
}

/** A time of day in a cell of its own; spreadsheets without its format write a fraction of the day. */
function hourOf(cell: string, day: string): string {
  if (!/^0?[.,]\d+$/.test(cell) || !(cell.length > 4 || /^\d{5}$/.test(day))) return cell;
  const seconds = Math.round(Number(cell.replace(",", ".")) * (DAY_MS / SECOND_MS));
  return new Date(seconds * SECOND_MS).toISOString().slice(11, 19);
}

function offsetOf(zone: string): number | undefined {
  return zone === "" ? undefined : (readMoment(`2026-01-01 00:00 ${zone}`)?.offset ?? undefined);
}

/** Hours between rows: amounts per row, such as kJ/m², become means by them. */
function intervalHours(rows: readonly (readonly string[])[], mapping: Mapping, reader: RowReader): number {
  const date = momentField(reader);
  const columns = new Map(
    mapping.uses.flatMap((use, column) =>
      use && date && use.path.startsWith(date.path) ? [[use.path, column] as const] : [],
    ),
  );
  if (!date || columns.size === 0) return 1;
  const moments = rows
    .slice(0, 200)
    .map((row) => Date.parse(momentOf(row, columns, date.path, { ...mapping, zone: "UTC" })));
  const steps = moments
    .map((at, index) => Math.abs(at - (moments[index - 1] ?? Number.NaN)))
    .filter((step) => step > 0)
    .sort((one, other) => one - other);
  // Sums of more than an hour are none that a station sends: longer steps are gaps.
  return Math.min(1, (steps[Math.floor(steps.length / 2)] ?? HOUR_MS) / HOUR_MS);
}
