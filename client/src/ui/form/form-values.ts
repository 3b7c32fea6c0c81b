import { round } from "@lamina/shared/core/units";
import type * as z from "zod";
import { parseNumber } from "../parse-number.ts";

/**
 * A record as a form holds it: numbers as typed (`12,5`), what is missing as an empty text, all else as it is. It is plain
 * JSON, so that a draft can be kept.
 */
export type FormValue =
  | string
  | number
  | boolean
  | null
  | readonly FormValue[]
  | { readonly [field: string]: FormValue };
export type FormValues = { readonly [field: string]: FormValue };

interface SchemaDef {
  type: string;
  innerType?: z.ZodType;
  defaultValue?: unknown;
  element?: z.ZodType;
  shape?: Readonly<Record<string, z.ZodType>>;
  format?: string;
  entries?: Readonly<Record<string, string>>;
}

/** What is measured or computed has more digits than a person would write: depths in mm and hours with two decimals. */
const DECIMALS: Readonly<Record<string, number>> = { mm: 2, h: 2 };
/** Of all others: a degree's sixth is a hand's breadth. */
const MOST_DECIMALS = 6;

/** What Zod knows of a schema, where {@link z.ZodType} does not say it in its types. */
export function schemaDef(schema: z.ZodType): SchemaDef {
  return schema.def;
}

/** A schema without what makes it optional, and whether that was there. */
export function unwrapSchema(schema: z.ZodType): {
  schema: z.ZodType;
  optional: boolean;
  nullable: boolean;
  start: unknown;
} {
  const found = { schema, optional: false, nullable: false, start: undefined as unknown };
  for (let def = schemaDef(schema); def.innerType; def = schemaDef(found.schema)) {
    if (def.type === "optional") found.optional = true;
    if (def.type === "nullable") found.nullable = found.optional = true;
    if (def.type === "default") found.start = def.defaultValue;
    found.schema = def.innerType;
  }
  return found;
}

/** A value as the form holds it; where there is none, the schema's default. */
export function toFormValue(given: z.ZodType, value: unknown): FormValue {
  const { schema, nullable, start } = unwrapSchema(given);
  const def = schemaDef(schema);
  const present = value ?? start;
  switch (def.type) {
    case "number":
      return typeof present === "number" ? writeNumber(present, schema.meta()?.unit) : "";
    case "boolean":
      return present === true;
    case "array":
      return Array.isArray(present) && def.element
        ? present.map((item: unknown) => toFormValue(def.element as z.ZodType, item))
        : [];
    case "object":
      return present == null && nullable ? null : toFormValues(schema, present);
    default:
      return (present ?? "") as FormValue;
  }
}

function writeNumber(value: number, unit: unknown): string {
  const decimals = (typeof unit === "string" ? DECIMALS[unit] : undefined) ?? MOST_DECIMALS;
  return String(round(value, decimals)).replace(".", ",");
}

/** A record as the form holds it; undefined for a new one. */
export function toFormValues(schema: z.ZodType, record: unknown): FormValues {
  const values = (record ?? {}) as Readonly<Record<string, unknown>>;
  const fields = Object.entries(schemaDef(schema).shape ?? {});
  return Object.fromEntries(fields.map(([field, inner]) => [field, toFormValue(inner, values[field])]));
}

/** What was written, as the schema judges it: undefined where nothing is, NaN where a number is none. */
export function fromFormValue(given: z.ZodType, written: FormValue | undefined): unknown {
  const { schema, optional } = unwrapSchema(given);
  const def = schemaDef(schema);
  if (written === null || written === undefined || written === "") return undefined;
  switch (def.type) {
    case "number":
      return typeof written === "string" ? parseNumber(written) : written;
    case "array": {
      const items = (written as readonly FormValue[]).map((item) =>
        def.element ? fromFormValue(def.element, item) : item,
      );
      return optional && items.every((item) => item === undefined) ? undefined : items;
    }
    case "object": {
      const record = fromFormValues(schema, written as FormValues);
      return optional && Object.keys(record).length === 0 ? undefined : record;
    }
    default:
      return typeof written === "string" && written.trim() === "" ? undefined : written;
  }
}

/** All fields that something is written in. */
export function fromFormValues(schema: z.ZodType, written: FormValues): Record<string, unknown> {
  const fields = Object.entries(schemaDef(schema).shape ?? {});
  const values = fields.map(([field, inner]) => [field, fromFormValue(inner, written[field])] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}
