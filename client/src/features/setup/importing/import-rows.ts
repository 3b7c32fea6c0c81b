import { farmMoment, isFarmDay } from "@lamina/shared/farm-time";
import type * as z from "zod";
import type { FieldSpec } from "../../../ui/form/field-spec.ts";
import { errorsOf } from "../../../ui/form/issue-text.ts";
import { schemaAt, withValue } from "../../../ui/form/path.ts";
import { defOf, readRecord, type WrittenRecord } from "../../../ui/form/written.ts";
import { text } from "./text.ts";

/** A row of the file that will not go in, and why. `line` counts the rows beneath the header, from 1. */
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
}

/** How the rows of a file become records. */
export interface RowReader {
  fields: readonly FieldSpec[];
  schema: z.ZodType;
  /** Of the farm: moments in the file are on its clock. */
  timeZone: string;
}

/** Judges each row by the schema. The first row names the fields, by their labels or as the API does. */
export function readRows([header = [], ...rows]: readonly string[][], reader: RowReader): ImportPreview {
  const { fields, schema, timeZone } = reader;
  const columns = header.map((name) => fields.find((field) => isNamed(field, name)));
  const good: GoodRow[] = [];
  const errors: RowError[] = [];
  for (const [index, cells] of rows.entries()) {
    const line = index + 1;
    const written = columns.reduce<WrittenRecord>((record, field, column) => {
      const cell = cells[column] ?? "";
      return field && cell !== "" ? withValue(record, field.path, cellValue(cell, field, schema, timeZone)) : record;
    }, {});
    const record = readRecord(schema, written);
    const judged = (schema as z.ZodType<Record<string, unknown>>).safeParse(record);
    if (judged.success) good.push({ line, fields: record });
    else
      for (const [path, message] of Object.entries(errorsOf(judged.error, record)))
        errors.push({ line, field: fields.find((field) => field.path === path)?.label ?? path, message });
  }
  return {
    good,
    errors,
    unknown: header.filter((name, index) => name !== "" && !columns[index]),
    missing: fields
      .filter((field) => !columns.includes(field) && !schemaAt(schema, field.path).optional)
      .filter((field) => schemaAt(schema, field.path).start === undefined)
      .map(({ label }) => label),
  };
}

/** `Lâmina bruta (mm)` is `lamina bruta`. */
function plain(name: string): string {
  return name
    .replace(/\(.*\)|\*/g, "")
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .trim()
    .toLowerCase();
}

const isNamed = ({ path, label }: FieldSpec, name: string) =>
  plain(name) === plain(label) || plain(name) === plain(path);

/** A cell as a form would hold it: an option by its word, a day or moment as people write them. */
function cellValue(cell: string, { path, options, widget }: FieldSpec, schema: z.ZodType, timeZone: string) {
  if (options) return options.find(({ label, value }) => plain(label) === plain(cell) || value === cell)?.value ?? cell;
  const def = defOf(schemaAt(schema, path).schema);
  if (def.type === "boolean") return plain(cell) === plain(text.yes) || cell === "1" || plain(cell) === "true";
  const found = /^(\d{2})\/(\d{2})\/(\d{4})(?:[ T](\d{2}:\d{2}))?/.exec(cell);
  if (!found) return cell;
  const [, day, month, year, time] = found;
  const farmDay = `${year}-${month}-${day}`;
  if (widget !== "moment" || !isFarmDay(farmDay)) return farmDay;
  return new Date(farmMoment(farmDay, time ?? "00:00", timeZone)).toISOString();
}
