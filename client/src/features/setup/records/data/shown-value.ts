import type * as z from "zod";
import type { FieldGroup, FieldSpec } from "../../../../ui/form/field-spec.ts";
import { schemaDef } from "../../../../ui/form/form-values.ts";
import { schemaAt } from "../../../../ui/form/path.ts";
import { formatDateTime, formatNumber } from "../../../../ui/format.ts";
import { text } from "./text.ts";

/** Decimals that are enough to distinguish stored numbers. */
const MAX_DECIMALS = 6;

/** A field of a record by its path, with its words. */
export interface NamedField {
  path: string;
  label: string;
  spec: FieldSpec | undefined;
}

/** The fields of the form, and the schema's other fields, such as those that the map draws. */
export function namedFields(schema: z.ZodType, groups: readonly FieldGroup[]): NamedField[] {
  const shown = groups.flatMap(({ fields }) =>
    fields.map((spec) => ({ path: spec.path, label: labelOf(schema, spec), spec })),
  );
  const rest = Object.keys(schemaDef(schema).shape ?? {}).filter(
    (field) => !shown.some(({ path }) => path === field || path.startsWith(`${field}.`)),
  );
  return [...shown, ...rest.map((path) => ({ path, label: fieldWord(path), spec: undefined }))];
}

/** The label of a field with its unit, as in the form: `Vazão (m³/h)`. */
function labelOf(schema: z.ZodType, { path, label, rows, widget }: FieldSpec): string {
  const unit = rows || typeof widget === "function" ? undefined : schemaAt(schema, path).schema.meta()?.unit;
  return unit ? `${label} (${unit})` : label;
}

/** The label of a field without a place in the form. */
export function fieldWord(field: string): string {
  return text.fields[field as keyof typeof text.fields] ?? field;
}

/** The value at a path of a record. */
export function partOf(record: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>(
      (value, key) => (typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined),
      record,
    );
}

/** A value in words: the label of an option, a number in pt-BR, a formatted day. */
export function shownValue(value: unknown, spec: FieldSpec | undefined, timeZone: string): string {
  if (value === null || value === undefined || value === "") return text.nothing;
  if (typeof value === "boolean") return value ? text.yes : text.no;
  if (typeof value === "number") return optionWord(value, spec) ?? formatNumber(value, decimals(value));
  if (typeof value === "string") return wordOf(value, spec, timeZone);
  if (Array.isArray(value)) return shownList(value, spec, timeZone);
  return Object.values(value)
    .map((one) => shownValue(one, undefined, timeZone))
    .join(" · ");
}

function shownList(list: readonly unknown[], spec: FieldSpec | undefined, timeZone: string): string {
  const plain = list.every((item) => typeof item !== "object");
  if (plain) return list.map((item) => wordOf(String(item), spec, timeZone)).join(", ") || text.nothing;
  const rows = spec?.rows;
  if (!rows) return text.items(list.length);
  return list
    .map((item) => rows.fields.map((field) => shownValue(partOf(item, field.path), field, timeZone)).join(" · "))
    .join("; ");
}

function wordOf(value: string, spec: FieldSpec | undefined, timeZone: string): string {
  const word = optionWord(value, spec);
  if (word !== undefined) return word;
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return value.split("-").reverse().join("/");
  return /^\d{4}-\d{2}-\d{2}T/.test(value) ? formatDateTime(value, timeZone) : value;
}

function optionWord(value: string | number, spec: FieldSpec | undefined): string | undefined {
  return spec?.options?.find((option) => option.value === String(value))?.label;
}

function decimals(value: number): number {
  return Math.min(MAX_DECIMALS, String(value).split(".")[1]?.length ?? 0);
}

/** True when two values of a field look the same to a user. */
export function sameValue(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}
