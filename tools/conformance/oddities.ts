import * as z from "zod";

/**
 * What the app accepts in a response beyond the contract. Paths omit the index in a list, so that a deviation of a thousand
 * records is reported once.
 */
interface Oddities {
  /** Values of another type, and fields where the contract names them all. */
  deviations: Set<string>;
  /** Fields of records, which may have more than the contract names. */
  furtherFields: Set<string>;
}

export function oddities(schema: z.ZodType, value: unknown): { [Part in keyof Oddities]: string[] } {
  const found: Oddities = { deviations: new Set(), furtherFields: new Set() };
  walk(schema, value, "", found);
  return { deviations: [...found.deviations].toSorted(), furtherFields: [...found.furtherFields].toSorted() };
}

function walk(schema: z.core.$ZodType, value: unknown, path: string, found: Oddities): void {
  const inner = unwrap(schema);
  if (value === null || value === undefined) return;
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    for (const item of value) walk(inner.element, item, `${path}[]`, found);
  } else if (inner instanceof z.ZodObject && typeof value === "object") {
    for (const [key, part] of Object.entries(value)) {
      const field = inner.shape[key];
      const at = path === "" ? key : `${path}.${key}`;
      if (field !== undefined) walk(field, part, at, found);
      else if (inner.def.catchall === undefined)
        found.deviations.add(`${at} is a field that the contract does not name`);
      else found.furtherFields.add(at);
    }
  } else if (
    (inner instanceof z.ZodNumber || z.globalRegistry.get(inner)?.usual === "number") &&
    typeof value === "string"
  ) {
    found.deviations.add(`${path} is a text that reads as a number`);
  } else if (inner instanceof z.ZodString && typeof value === "number") {
    found.deviations.add(`${path} is a number that reads as a text`);
  } else if (inner instanceof z.ZodBoolean && typeof value !== "boolean") {
    found.deviations.add(`${path} is read as true or false`);
  }
}

/** The schema inside optional, nullable, default, catch and pipe. */
function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodCatch
  ) {
    return unwrap(schema.unwrap());
  }
  if (schema instanceof z.ZodPipe) return unwrap(schema.in);
  return schema;
}
