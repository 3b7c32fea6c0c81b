import * as z from "zod";

/** The unit of the number at a path of a schema, if it has one (`quantity` in shared). */
export function unitAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): string | undefined {
  const inner = unwrapped(schema);
  const [key, ...rest] = path;
  if (key === undefined) return z.globalRegistry.get(inner)?.unit;
  if (inner instanceof z.ZodArray) return unitAt(inner.element, rest);
  const field = inner instanceof z.ZodObject ? inner.shape[String(key)] : undefined;
  return field && unitAt(field, rest);
}

/** The schema inside wrappers such as optional, or before a transformation. */
export function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodPipe) return unwrapped(schema.in);
  const isWrapper =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodCatch;
  return isWrapper ? unwrapped(schema.unwrap()) : schema;
}
