import * as z from "zod";

/**
 * Deviations of a response from the contract that the app accepts: values of another type, fields that the contract
 * does not name. Paths omit the index in a list, so that a deviation of a thousand records is reported once.
 */
export function oddities(schema: z.ZodType, value: unknown): string[] {
  const found = new Set<string>();
  walk(schema, value, "", found);
  return [...found].toSorted();
}

function walk(schema: z.ZodType, value: unknown, path: string, found: Set<string>): void {
  const inner = unwrap(schema);
  if (value === null || value === undefined) return;
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    for (const item of value) walk(inner.element as z.ZodType, item, `${path}[]`, found);
  } else if (inner instanceof z.ZodObject && typeof value === "object") {
    for (const [key, part] of Object.entries(value)) {
      const field = inner.shape[key] as z.ZodType | undefined;
      const at = path === "" ? key : `${path}.${key}`;
      // A loose schema allows further fields.
      if (field === undefined) {
        if (inner.def.catchall === undefined) found.add(`${at} is a field that the contract does not name`);
      } else walk(field, part, at, found);
    }
  } else if (inner instanceof z.ZodNumber && typeof value === "string") {
    found.add(`${path} is a text that reads as a number`);
  } else if (inner instanceof z.ZodString && typeof value === "number") {
    found.add(`${path} is a number that reads as a text`);
  } else if (inner instanceof z.ZodBoolean && typeof value !== "boolean") {
    found.add(`${path} is read as true or false`);
  }
}

/** The schema inside optional, nullable, default and pipe. */
function unwrap(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return unwrap(schema.unwrap() as z.ZodType);
  }
  if (schema instanceof z.ZodPipe) return unwrap(schema.in as z.ZodType);
  return schema;
}
