import { round } from "@lamina/shared/core/units";
import * as z from "zod";
import { parseNumber, twoReadings } from "../parse-number.ts";

/**
 * A record as the values of a form: numbers as typed (`12,5`), missing values as empty texts, others unchanged. It is
 * plain JSON, so that it can be stored as a draft.
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
  /** Of a pipe, such as one that converts other forms of the value first. */
  out?: z.ZodType;
  shape?: Readonly<Record<string, z.ZodType>>;
  format?: string;
  entries?: Readonly<Record<string, string>>;
}

/** Decimals by unit, for measured or computed values with more digits than a user would type. */
const DECIMALS: Readonly<Record<string, number>> = { mm: 2, h: 2 };
/** Decimals of other values. The sixth decimal of a degree is about 0.1 m. */
const MAX_DECIMALS = 6;

/** Zod's definition of a schema, which {@link z.ZodType} does not have in its type. */
export function schemaDef(schema: z.ZodType): SchemaDef {
  return schema.def;
}

export interface UnwrappedSchema {
  schema: z.ZodType;
  optional: boolean;
  nullable: boolean;
  start: unknown;
}

/** A schema without its optional wrappers, and which wrappers it had. */
export function unwrapSchema(schema: z.ZodType): UnwrappedSchema {
  const found: UnwrappedSchema = { schema, optional: false, nullable: false, start: undefined };
  for (;;) {
    const def = schemaDef(found.schema);
    const inner = def.innerType ?? def.out;
    if (!inner) return found;
    if (def.type === "optional") found.optional = true;
    if (def.type === "nullable") found.nullable = found.optional = true;
    if (def.type === "default") found.start = def.defaultValue;
    found.schema = inner;
  }
}

/** A value as a form value; a missing one as the schema's default. */
export function toFormValue(fieldSchema: z.ZodType, value: unknown): FormValue {
  const { schema, nullable, start } = unwrapSchema(fieldSchema);
  const { type, element } = schemaDef(schema);
  const present = value ?? start;
  switch (type) {
    case "number":
      return typeof present === "number" ? writeNumber(present, schema.meta()?.unit) : "";
    case "boolean":
      return present === true;
    case "array":
      return Array.isArray(present) && element ? present.map((item: unknown) => toFormValue(element, item)) : [];
    case "object":
      return present == null && nullable ? null : toFormValues(schema, present);
    default:
      return (present ?? "") as FormValue;
  }
}

function writeNumber(value: number, unit: unknown): string {
  const decimals = (typeof unit === "string" ? DECIMALS[unit] : undefined) ?? MAX_DECIMALS;
  return String(round(value, decimals)).replace(".", ",");
}

/** A record as form values; undefined for a new one. */
export function toFormValues(schema: z.ZodType, record: unknown): FormValues {
  const values = (record ?? {}) as Readonly<Record<string, unknown>>;
  const fields = Object.entries(schemaDef(schema).shape ?? {});
  return Object.fromEntries(fields.map(([field, inner]) => [field, toFormValue(inner, values[field])]));
}

/** The number of a text, or the text itself when it has two meanings in the range: its rule names both. */
function typedNumber(schema: z.ZodType, written: string): number | string | undefined {
  const { minValue, maxValue } = schema instanceof z.ZodNumber ? schema : { minValue: null, maxValue: null };
  const number = parseNumber(written, [minValue ?? Number.NEGATIVE_INFINITY, maxValue ?? Number.POSITIVE_INFINITY]);
  return Number.isNaN(number) && twoReadings(written) ? written : number;
}

/**
 * A form value as a value of the schema: undefined for empty input, NaN for an invalid number, its text for a number of two
 * meanings.
 */
export function fromFormValue(fieldSchema: z.ZodType, written: FormValue | undefined): unknown {
  const { schema, optional } = unwrapSchema(fieldSchema);
  const def = schemaDef(schema);
  if (written === null || written === undefined || written === "") return undefined;
  switch (def.type) {
    case "number":
      return typeof written === "string" ? typedNumber(schema, written) : written;
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

/** The values of all non-empty fields. */
export function fromFormValues(schema: z.ZodType, written: FormValues): Record<string, unknown> {
  const fields = Object.entries(schemaDef(schema).shape ?? {});
  const values = fields.map(([field, inner]) => [field, fromFormValue(inner, written[field])] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}
