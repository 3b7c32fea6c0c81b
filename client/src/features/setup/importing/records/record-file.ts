import { Id } from "@lamina/shared/core/record";
import type * as z from "zod";
import type { ExportTable, ExportValue } from "../../../../ui/export/export-table.ts";
import { schemaDef } from "../../../../ui/form/form-values.ts";
import { schemaAt } from "../../../../ui/form/path.ts";
import { plainText } from "../../../../ui/plain-text.ts";
import type { AnyRecord, RelatedRecords } from "../../records/data/screen-config.ts";
import { partOf } from "../../records/data/shown-value.ts";
import { DEFAULT_TIMEZONE } from "../../records/data/time-zone.ts";
import { type ImportField, quantityOf, type RowReader, valueKind } from "../import-field.ts";
import { LIST_SEPARATOR } from "../import-rows.ts";
import type { ImportedKind } from "../send-rows.ts";
import { text } from "../text.ts";

/** A kind of record as a table: one record a row, by which it is exported and read back. */
export interface RecordFile {
  kind: Exclude<ImportedKind, "watering" | "rain" | "canopyObservation">;
  fields: readonly ImportField[];
  schema: z.ZodObject;
  /** Fields that tell records apart beside their code, such as the name on its farm. */
  identity: readonly string[];
  /** The identity is compared as it is written, such as a login or a serial number. */
  isExact?: boolean;
  arrange?: RowReader["arrange"];
  finish?: RowReader["finish"];
  check?: RowReader["check"];
  unusual?: RowReader["unusual"];
  merge?: RowReader["merge"];
}

/** Reads a file of records. A row with the code of a stored record, or its name, changes that record. */
export function recordReader(file: RecordFile, lists: RelatedRecords): RowReader {
  const { kind, fields, identity, isExact, arrange, finish, check, unusual, merge } = file;
  const stored: readonly AnyRecord[] = lists.of(kind);
  const keyOf = (row: Readonly<Record<string, unknown>>) =>
    identity
      .map((field) => String(row[field] ?? ""))
      .map((value) => (isExact ? value.trim() : plainText(value)))
      .join("\n");
  const byKey = new Map(stored.map((record) => [keyOf(record), record._id]));
  const schema = file.schema.extend({ _id: Id.optional() });
  return {
    fields: [...fields, { path: "_id", label: text.code }],
    schema,
    change: schema.partial(),
    timeZone: () => DEFAULT_TIMEZONE,
    finish: (row) => {
      const _id = row._id ?? byKey.get(keyOf(row));
      const read = _id === undefined ? row : { ...row, _id };
      return finish?.(read) ?? read;
    },
    ...(arrange && { arrange }),
    ...(check && { check }),
    ...(unusual && { unusual }),
    ...(merge && { merge }),
  };
}

/** All records as a table that {@link recordReader} reads back. */
export function recordTable(title: string, { fields, schema }: RowReader, records: readonly AnyRecord[]): ExportTable {
  const columns = fields.map((field) => {
    const kind = valueKind(field, schema);
    const { unit } = quantityOf(field, schema);
    return {
      header: unit === "" ? field.label : `${field.label} (${unit})`,
      kind: kind === "number" || kind === "day" ? kind : ("text" as const),
      exact: true,
    };
  });
  const rows = records.map((record) => fields.map((field) => cellOf(partOf(record, field.path), field, schema)));
  return { title, timeZone: DEFAULT_TIMEZONE, columns, rows };
}

function cellOf(value: unknown, field: ImportField, schema: z.ZodType): ExportValue {
  const { path, options, none = "" } = field;
  if (value === null || value === undefined) return null;
  if (options) {
    const word = (one: unknown) => options.find((option) => option.value === one)?.label ?? String(one);
    if (!Array.isArray(value)) return word(value);
    return value.length === 0 ? none : value.map(word).join(LIST_SEPARATOR);
  }
  if (schemaDef(schemaAt(schema, path).schema).type === "boolean") return value === true ? text.yes : text.no;
  return typeof value === "number" ? value : String(value);
}
