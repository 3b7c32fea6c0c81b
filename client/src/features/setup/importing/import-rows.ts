import { farmMoment } from "@lamina/shared/core/farm-time";
import { type FieldErrors, fieldErrors } from "@lamina/shared/rules/rule-text";
import { schemaRules } from "@lamina/shared/rules/schema-rules";
import type * as z from "zod";
import type { FieldSpec } from "../../../ui/form/field-spec.ts";
import { type FormValues, fromFormValues, schemaDef } from "../../../ui/form/form-values.ts";
import { schemaAt, withValue } from "../../../ui/form/path.ts";
import { plainText } from "../../../ui/plain-text.ts";
import { readDay } from "./read-day.ts";
import { text } from "./text.ts";

/** A row of the file that will not go in, and why. `line` counts as spreadsheets do: 1 is the row of the names. */
export interface RowError {
  line: number;
  field: string;
  message: string;
}
/** A row that is ready to go. */
export interface GoodRow {
  line: number;
  fields: Readonly<Record<string, unknown>>;
}
/** What a file holds, before anything is sent. */
export interface ImportPreview {
  good: readonly GoodRow[];
  errors: readonly RowError[];
  /** Columns of the file that mean nothing here. */
  unknown: readonly string[];
  /** Fields that must be there and are not. */
  missing: readonly string[];
  /** The file as it is, so that bad rows can be given back. */
  cells: readonly (readonly string[])[];
}

/** How the rows of a file become records. */
export interface RowReader {
  fields: readonly FieldSpec[];
  schema: z.ZodType;
  /** Of the farm that a row is about, as far as it is read: moments in the file are on its clock. */
  timeZone: (row: Readonly<Record<string, unknown>>) => string;
  /** Rules across fields, as the API has them. */
  check?: (fields: Readonly<Record<string, unknown>>) => FieldErrors;
}

/** Judges each row by the schema. The first row names the fields, by their labels or as the API does. */
export function readRows(cells: readonly string[][], reader: RowReader): ImportPreview {
  const { fields, schema } = reader;
  const [header = [], ...rows] = cells;
  const columns = header.map((name) => fields.find((field) => isNamed(field, name)));
  const good: GoodRow[] = [];
  const errors: RowError[] = [];
  for (const [index, row] of rows.entries()) {
    if (row.every((cell) => cell === "")) continue;
    const line = index + 2;
    const { record, wrong } = judgeRow(row, columns, reader);
    const faults = Object.entries(wrong);
    if (faults.length === 0) good.push({ line, fields: record });
    for (const [path, message] of faults)
      errors.push({ line, field: fields.find((field) => field.path === path)?.label ?? path, message });
  }
  return {
    good,
    errors,
    unknown: header.filter((name, index) => name !== "" && name !== text.problem && !columns[index]),
    missing: fields
      .filter((field) => !columns.includes(field) && !schemaAt(schema, field.path).optional)
      .filter((field) => schemaAt(schema, field.path).start === undefined)
      .map(({ label }) => label),
    cells,
  };
}

function judgeRow(row: readonly string[], columns: readonly (FieldSpec | undefined)[], reader: RowReader) {
  const { schema, check } = reader;
  const unknown: Record<string, string> = {};
  let written: FormValues = {};
  for (const [column, field] of momentsLast(columns)) {
    // As the export writes it, so that no spreadsheet takes it for a formula.
    const cell = (row[column] ?? "").replace(/^'(?=\s*[=+\-@])/, "");
    if (!field || cell === "") continue;
    const value = cellValue(cell, field, schema, () => reader.timeZone(written));
    if (value === undefined) unknown[field.path] = text.notFound(cell);
    else written = withValue(written, field.path, value);
  }
  const record = fromFormValues(schema, written);
  const judged = (schema as z.ZodType<Record<string, unknown>>).safeParse(record);
  const wrong = judged.success ? (check?.(judged.data) ?? {}) : fieldErrors(schemaRules(judged.error, record));
  return { record, wrong: { ...wrong, ...unknown } };
}

/** Columns with their places: the others of a row say on which clock its moments are. */
function momentsLast(columns: readonly (FieldSpec | undefined)[]) {
  const isMoment = (field: FieldSpec | undefined) => Number(field?.widget === "moment");
  return [...columns.entries()].sort(([, one], [, other]) => isMoment(one) - isMoment(other));
}

/** `Lâmina bruta (mm)` is `lamina bruta`. */
function plain(name: string): string {
  return plainText(name.replace(/\(.*\)|\*/g, ""));
}

const isNamed = ({ path, label }: FieldSpec, name: string) =>
  plain(name) === plain(label) || plain(name) === plain(path);

/** A cell as a form would hold it: an option by its word, a day or moment as people write them. Undefined for no option. */
function cellValue(cell: string, { path, options, widget }: FieldSpec, schema: z.ZodType, timeZone: () => string) {
  if (options) return optionOf(cell, options)?.value;
  const def = schemaDef(schemaAt(schema, path).schema);
  if (def.type === "boolean") return plain(cell) === plain(text.yes) || cell === "1" || plain(cell) === "true";
  // A note may begin with a day and stay what it is.
  if (widget !== "moment" && def.format !== "date") return cell;
  const found = readDay(cell);
  if (!found) return cell;
  if (widget !== "moment") return found.day;
  return new Date(farmMoment(found.day, found.time, timeZone())).toISOString();
}

/** By its word or its value; `Pivô 03` is `Pivô 03 · Setor único` where no other option begins so. */
function optionOf(cell: string, options: NonNullable<FieldSpec["options"]>) {
  const word = plain(cell);
  const exact = options.find(({ label, value }) => plain(label) === word || value === cell);
  if (exact) return exact;
  const [found, ...others] = options.filter(({ label }) => plain(label).startsWith(`${word} · `));
  return others.length === 0 ? found : undefined;
}
