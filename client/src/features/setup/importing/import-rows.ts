import { uncovered } from "@lamina/shared/core/csv";
import { farmMoment } from "@lamina/shared/core/farm-time";
import { type FieldErrors, fieldErrors } from "@lamina/shared/rules/rule-text";
import { schemaRules } from "@lamina/shared/rules/schema-rules";
import type * as z from "zod";
import type { FieldSpec, Option } from "../../../ui/form/field-spec.ts";
import { type FormValues, fromFormValues, schemaDef } from "../../../ui/form/form-values.ts";
import { schemaAt, withValue } from "../../../ui/form/path.ts";
import { plainText } from "../../../ui/plain-text.ts";
import { readDay } from "./read-day.ts";
import { text } from "./text.ts";

/** A row that cannot be imported, with the reason. `line` is the row number of spreadsheets: 1 is the header. */
export interface RowError {
  line: number;
  field: string;
  message: string;
}
/** A row that can be imported. */
export interface GoodRow {
  line: number;
  fields: Readonly<Record<string, unknown>>;
}
/** The content of a file, before anything is sent. */
export interface ImportPreview {
  good: readonly GoodRow[];
  errors: readonly RowError[];
  /** Rows that can be imported, with values that are possible but unusual. */
  unusual: readonly RowError[];
  /** Columns of the file that are ignored. */
  unknown: readonly string[];
  /** Required fields without a column. */
  missing: readonly string[];
  /** All cells of the file, to return the bad rows. */
  cells: readonly (readonly string[])[];
}

/** How rows of the file are converted to records. */
export interface RowReader {
  fields: readonly FieldSpec[];
  schema: z.ZodType<Readonly<Record<string, unknown>>>;
  /** The time zone of the row's farm, from the fields read before. Moments in the file are in this zone. */
  timeZone: (row: Readonly<Record<string, unknown>>) => string;
  /** The table in the form of one record a row, for files of another form; its lines are then those of that table. */
  arrange?: (cells: readonly string[][]) => readonly string[][];
  /** The record of a row as read, for names that have two meanings in files. */
  finish?: (row: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
  /** Rules across fields, the same as in the API. */
  check?: (fields: Readonly<Record<string, unknown>>) => FieldErrors;
  /** Values that are possible but unusual, of a valid row. */
  unusual?: (fields: Readonly<Record<string, unknown>>) => FieldErrors;
}

/**
 * Validates each row by the schema. The first row has the names of the fields: their labels, or their names in the API.
 */
export function readRows(file: readonly string[][], reader: RowReader): ImportPreview {
  const { fields, schema } = reader;
  const cells = reader.arrange?.(file) ?? file;
  const [header = [], ...rows] = cells;
  const columns = header.map((name) => fields.find((field) => isNamed(field, name)));
  const good: GoodRow[] = [];
  const errors: RowError[] = [];
  const unusual: RowError[] = [];
  for (const [index, row] of rows.entries()) {
    if (row.every((cell) => cell === "")) continue;
    const line = index + 2;
    const { record, wrong } = validateRow(row, columns, reader);
    const faults = Object.entries(wrong);
    const named = ([path, message]: readonly [string, string]): RowError => ({
      line,
      field: fields.find((field) => field.path === path)?.label ?? path,
      message,
    });
    errors.push(...faults.map(named));
    if (faults.length > 0) continue;
    good.push({ line, fields: record });
    unusual.push(...Object.entries(reader.unusual?.(record) ?? {}).map(named));
  }
  return {
    good,
    errors,
    unusual,
    unknown: header.filter((name, index) => name !== "" && name !== text.problem && !columns[index]),
    missing: fields
      .filter((field) => !columns.includes(field) && !schemaAt(schema, field.path).optional)
      .filter((field) => schemaAt(schema, field.path).start === undefined)
      .map(({ label }) => label),
    cells,
  };
}

function validateRow(row: readonly string[], columns: readonly (FieldSpec | undefined)[], reader: RowReader) {
  const { schema, check } = reader;
  const unknown: Record<string, string> = {};
  let written: FormValues = {};
  for (const [column, field] of momentsLast(columns)) {
    const cell = uncovered(row[column] ?? "");
    if (!field || cell === "") continue;
    const value = cellValue(cell, field, schema, () => reader.timeZone(written));
    if (value === undefined) unknown[field.path] = text.notFound(cell);
    else written = withValue(written, field.path, value);
  }
  const read = fromFormValues(schema, written);
  const record = reader.finish?.(read) ?? read;
  const parsed = schema.safeParse(record);
  const wrong = parsed.success ? (check?.(parsed.data) ?? {}) : fieldErrors(schemaRules(parsed.error, record));
  return { record: { ...emptied(row, columns, reader, record), ...record }, wrong: { ...wrong, ...unknown } };
}

/** Null for the empty cells of a stored record's row, because its export has all of its values. */
function emptied(
  row: readonly string[],
  columns: readonly (FieldSpec | undefined)[],
  { schema }: RowReader,
  record: Readonly<Record<string, unknown>>,
): Record<string, null> {
  if (record._id === undefined) return {};
  const empty = columns.filter((field, index) => field && row[index] === "" && schemaAt(schema, field.path).optional);
  return Object.fromEntries(empty.flatMap((field) => (field ? [[field.path, null]] : [])));
}

/** Columns with their indices. Moments are last, because the other fields of the row give their time zone. */
function momentsLast(columns: readonly (FieldSpec | undefined)[]) {
  const isMoment = (field: FieldSpec | undefined) => Number(field?.widget === "moment");
  return [...columns.entries()].sort(([, one], [, other]) => isMoment(one) - isMoment(other));
}

/** `Lâmina bruta (mm)` is `lamina bruta`. */
function plain(name: string): string {
  return plainText(name.replace(/\(.*\)|\*/g, ""));
}

/** Whether a column's name is that of a field. */
export const isNamed = ({ path, label }: FieldSpec, name: string) =>
  plain(name) === plain(label) || plain(name) === plain(path);

/**
 * A cell as a form value: an option by its word, a day or moment in Brazilian notation. Undefined for an unknown
 * option.
 */
function cellValue(cell: string, { path, options, widget }: FieldSpec, schema: z.ZodType, timeZone: () => string) {
  if (options) return optionOf(cell, options)?.value;
  const def = schemaDef(schemaAt(schema, path).schema);
  if (def.type === "boolean") return plain(cell) === plain(text.yes) || cell === "1" || plain(cell) === "true";
  // Only dates are converted. A note may begin with a day.
  if (widget !== "moment" && def.format !== "date") return cell;
  const found = readDay(cell);
  if (!found) return cell;
  if (widget !== "moment") return found.day;
  return new Date(farmMoment(found.day, found.time, timeZone()) + found.ms).toISOString();
}

/**
 * Finds an option by its value or word. `Pivô 03` matches `Pivô 03 · Setor único`. A word that may mean two options means
 * none, because the wrong one would be stored unseen.
 */
function optionOf(cell: string, options: NonNullable<FieldSpec["options"]>) {
  const [whole, word] = [plainText(cell), plain(cell)];
  for (const isMeant of [
    ({ value }: Option) => value === cell,
    ({ label }: Option) => plainText(label) === whole,
    ({ label }: Option) => plain(label) === word,
    ({ label }: Option) => plain(label).startsWith(`${word} · `),
  ]) {
    const [found, ...others] = options.filter(isMeant);
    if (found) return others.length === 0 ? found : undefined;
  }
  return undefined;
}
