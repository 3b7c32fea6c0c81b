import type * as z from "zod";
import { bare, defOf, type Written, type WrittenRecord } from "./written.ts";

/** What stands at a path such as `layers.0.fcPct`. */
export function valueAt(values: Written | undefined, path: string): Written | undefined {
  return path
    .split(".")
    .reduce<Written | undefined>(
      (value, key) =>
        typeof value === "object" && value !== null ? (value as Readonly<Record<string, Written>>)[key] : undefined,
      values,
    );
}

/** The same record with another value at a path. */
export function withValue(values: WrittenRecord, path: string, value: Written): WrittenRecord {
  return put(values, path.split("."), value) as WrittenRecord;
}

function put(values: Written | undefined, [key = "", ...rest]: readonly string[], value: Written): Written {
  const inner = valueAt(values, key);
  const next = rest.length === 0 ? value : put(inner, rest, value);
  if (Array.isArray(values)) return values.map((item: Written, index) => (String(index) === key ? next : item));
  return { ...(values as WrittenRecord | null | undefined), [key]: next };
}

/** The schema of what stands at a path, without what makes it optional. */
export function schemaAt(schema: z.ZodType, path: string): ReturnType<typeof bare> {
  return path.split(".").reduce((found, key) => {
    const { shape, element } = defOf(found.schema);
    const inner = shape?.[key] ?? element;
    if (!inner) throw new Error(`there is no field ${path}`);
    return bare(inner);
  }, bare(schema));
}
