import type * as z from "zod";
import { type FormValue, type FormValues, schemaDef, type UnwrappedSchema, unwrapSchema } from "./form-values.ts";

/** The value at a path such as `layers.0.fcPct`. */
export function valueAt(values: FormValue | undefined, path: string): FormValue | undefined {
  return path
    .split(".")
    .reduce<FormValue | undefined>(
      (value, key) =>
        typeof value === "object" && value !== null ? (value as Readonly<Record<string, FormValue>>)[key] : undefined,
      values,
    );
}

/** The same record with another value at a path. */
export function withValue(values: FormValues, path: string, value: FormValue): FormValues {
  return put(values, path.split("."), value) as FormValues;
}

function put(values: FormValue | undefined, [key = "", ...rest]: readonly string[], value: FormValue): FormValue {
  const inner = valueAt(values, key);
  const next = rest.length === 0 ? value : put(inner, rest, value);
  if (Array.isArray(values) || (values === undefined && /^\d+$/.test(key))) {
    const items: readonly FormValue[] = Array.isArray(values) ? values : [];
    const length = Math.max(items.length, Number(key) + 1);
    return Array.from({ length }, (_, index) => (String(index) === key ? next : (items[index] ?? "")));
  }
  return { ...(values as FormValues | null | undefined), [key]: next };
}

/** The schema at a path, without its optional wrappers. */
export function schemaAt(schema: z.ZodType, path: string): UnwrappedSchema {
  return path.split(".").reduce((found, key) => {
    const { shape, element } = schemaDef(found.schema);
    const inner = shape?.[key] ?? element;
    if (!inner) throw new Error(`there is no field ${path}`);
    return unwrapSchema(inner);
  }, unwrapSchema(schema));
}
