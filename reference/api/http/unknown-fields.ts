import { edits } from "@lamina/shared/core/variables";
import type { BrokenRule } from "@lamina/shared/rules/rule";
import * as z from "zod";
import { unwrapped } from "./schema-unit.ts";

/**
 * The fields of data that a schema does not have, nested ones included, each with the name that was probably meant. Loose
 * objects have any field.
 *
 * @param known names of the outermost object that are accepted beside those of the schema
 */
export function unknownFields(schema: z.core.$ZodType, data: unknown, known: readonly string[] = []): BrokenRule[] {
  return unknownAt(unwrapped(schema), data, known, "");
}

function unknownAt(schema: z.core.$ZodType, data: unknown, known: readonly string[], path: string): BrokenRule[] {
  if (typeof data !== "object" || data === null) return [];
  const inside = (part: z.core.$ZodType, value: unknown, key: string | number) =>
    unknownAt(unwrapped(part), value, [], path === "" ? `${key}` : `${path}.${key}`);
  if (schema instanceof z.ZodArray)
    return Array.isArray(data) ? data.flatMap((value, index) => inside(schema.element, value, index)) : [];
  if (schema instanceof z.ZodUnion) return leastUnknown(schema.options, data, known, path);
  if (!(schema instanceof z.ZodObject)) return [];
  const names = Object.keys(schema.shape);
  const isLoose = schema.def.catchall !== undefined;
  return Object.entries(data).flatMap(([key, value]) => {
    if (names.includes(key)) return inside(schema.shape[key], value, key);
    if (isLoose || known.includes(key)) return [];
    const meant = nearestName(key, names);
    return [{ field: path === "" ? key : `${path}.${key}`, id: "unknown-field", ...(meant && { meant }) }];
  });
}

/** Data match one of several schemas: the one that explains most of it. */
function leastUnknown(options: readonly z.core.$ZodType[], data: unknown, known: readonly string[], path: string) {
  const all = options.map((option) => unknownAt(unwrapped(option), data, known, path));
  return all.reduce((least, one) => (one.length < least.length ? one : least), all[0] ?? []);
}

const MAX_SLIPS = 2;

/** The name that differs from another only in capitals and signs, or in few letters. */
export function nearestName(given: string, names: readonly string[]): string | undefined {
  const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, "");
  const wanted = plain(given);
  const near = names
    .map((name) => ({ name, distance: edits(wanted, plain(name), MAX_SLIPS) }))
    .filter(({ name, distance }) => distance <= Math.min(MAX_SLIPS, Math.floor(plain(name).length / 3)))
    .sort((one, other) => one.distance - other.distance);
  return near[0]?.name;
}
