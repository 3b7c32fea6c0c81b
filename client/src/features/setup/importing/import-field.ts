import type { FieldErrors } from "@lamina/shared/rules/rule-text";
import * as z from "zod";
import type { FieldSpec } from "../../../ui/form/field-spec.ts";
import { schemaDef } from "../../../ui/form/form-values.ts";
import { schemaAt } from "../../../ui/form/path.ts";
import type { DayOrder } from "../../../ui/import/read-moment.ts";
import type { NumberRange } from "../../../ui/parse-number.ts";
import { plainText } from "../../../ui/plain-text.ts";

/** What a column of the file is: a field, a part of its date (`date#hora`), or a quantity of a wide table (`*airTemp`). */
export interface ColumnUse {
  path: string;
  /** The unit of the file. */
  unit?: string;
  depth?: string;
}

/** How a table is read. */
export interface Mapping {
  /** Index of the row of names, and of the first row of data. */
  header: number;
  data: number;
  names: readonly string[];
  uses: readonly (ColumnUse | null)[];
  /** One value for all rows, for fields without a column. */
  fixed: Readonly<Record<string, string>>;
  order: DayOrder;
  /** False when no cell proves the order of day and month. */
  isOrderSure: boolean;
  /** `UTC`, an offset such as `-03:00`, or empty for the farm's zone. */
  zone: string;
  /** Whether the zone is that of times with a zone of their own, because a person found it wrong. */
  isZoneForced?: boolean;
  /** Fields that several columns may be. None of them is read until a person chooses. */
  unclear: readonly { label: string; columns: readonly number[] }[];
}

/** A field of the record, and how columns of other programs name it. */
export interface ImportField extends FieldSpec {
  /** Other names of its column, without accents and capitals; `except` are names that only look like one. */
  names?: RegExp;
  except?: RegExp;
  /** A file without its column may have one value for all rows, which the person chooses. */
  once?: boolean;
  /** Another field that a file may have instead. */
  unless?: string;
  /** The word of an empty list, for a field of several options in one cell. */
  none?: string;
  /** A file need not have its column, such as that of a second layer. */
  spare?: boolean;
}

/** A quantity with a column of its own in wide tables. */
export interface WideField extends ImportField {
  unit: string;
  range: NumberRange;
  /** Has a depth, which its column may name. */
  atDepth?: boolean;
  /** Files may have it as a potential, which is negative. */
  isPotential?: boolean;
}

type Row = Readonly<Record<string, unknown>>;

/** A remark on a file as a whole, and another way to read it that a person may take. */
export interface Doubt {
  text: string;
  remedy?: { label: string; mapping: Mapping };
}

/** How rows of the file are converted to records. */
export interface RowReader {
  fields: readonly ImportField[];
  schema: z.ZodType<Row>;
  /** The time zone of the row's farm, from the fields read before. Moments in the file are in this zone. */
  timeZone: (row: Row) => string;
  /** The table in the form of one record a row, for files of another form; its lines are then those of that table. */
  arrange?: (cells: readonly string[][]) => readonly string[][];
  /** The record of a row as read, for names that have two meanings in files. */
  finish?: (row: Row) => Row;
  /** Rows that together are one record, such as the samples of a point at several depths. */
  merge?: (rows: readonly { line: number; fields: Row }[]) => { line: number; fields: Row }[];
  /** Judges a row of a stored record, by its `_id`: it needs only what changes. */
  change?: z.ZodType<Row>;
  /** Rules across fields, the same as in the API. */
  check?: (fields: Row) => FieldErrors;
  /** Values that are possible but unusual, of a valid row. */
  unusual?: (fields: Row) => FieldErrors;
  /** What looks wrong about the file as a whole, with the reading that would be right. */
  doubts?: (rows: readonly { fields: Row }[], mapping: Mapping, cells: readonly (readonly string[])[]) => Doubt[];
  /**
   * For records of one value each: tables with a column for each quantity become rows of quantity, depth and value. A row
   * without a value is left out.
   */
  wide?: { fields: readonly WideField[]; quantity: string; depth: string; value: string };
}

/** `Lâmina bruta (mm)` is `lamina bruta`. */
export const plainName = (name: string) =>
  plainText(name.replace(/\(.*\)|\*/g, ""))
    .replace(/\s+/g, " ")
    .trim();

/** Whether a column has the name that exports and templates give a field. */
export const isNamed = ({ path, label }: FieldSpec, name: string) =>
  plainName(name) === plainName(label) || plainName(name) === plainName(path);

/** Whether a column of another program may be the field. */
export function mayBe({ names, except }: ImportField, name: string): boolean {
  const plain = plainText(name).replace(/[_\s]+/g, " ");
  return names?.test(plain) === true && except?.test(plain) !== true;
}

export const isMoment = ({ widget }: FieldSpec) => widget === "moment";

/** What the cells of a field are. */
export function valueKind(field: ImportField, schema: z.ZodType): "moment" | "day" | "number" | "other" {
  if (field.options) return "other";
  if (isMoment(field)) return "moment";
  const def = schemaDef(schemaAt(schema, field.path).schema);
  return def.format === "date" ? "day" : def.type === "number" ? "number" : "other";
}

/** Unit and range of a number, by its schema. */
export function quantityOf(field: ImportField, schema: z.ZodType): { unit: string; range?: NumberRange } {
  const found = schemaAt(schema, field.path).schema;
  const unit = found.meta()?.unit;
  const { minValue, maxValue } = found instanceof z.ZodNumber ? found : { minValue: null, maxValue: null };
  const range: NumberRange = [minValue ?? Number.NEGATIVE_INFINITY, maxValue ?? Number.POSITIVE_INFINITY];
  return { unit: typeof unit === "string" ? unit : "", ...(range.every(Number.isFinite) && { range }) };
}

/** Whether a row must have the field. */
export function isRequired(field: ImportField, schema: z.ZodType): boolean {
  if (field.spare) return false;
  const keys = field.path.split(".");
  return keys.every((_, index) => {
    const { optional, start } = schemaAt(schema, keys.slice(0, index + 1).join("."));
    return !optional && start === undefined;
  });
}
