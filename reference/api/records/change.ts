import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import type { JsonRecord } from "../core/serialize.ts";
import { problems } from "../http/problem.ts";
import { validate } from "../http/validation.ts";

/**
 * The record's own fields with the given changes; null empties a field. A change of one of some alternatives empties the
 * others, because they say the same as before it.
 */
export function merge(
  fields: z.ZodObject,
  before: JsonRecord,
  record: JsonRecord,
  alternatives: readonly string[] = [],
): JsonRecord {
  const isReplaced = alternatives.some((field) => record[field] != null);
  const kept = isReplaced ? { ...before, ...Object.fromEntries(alternatives.map((field) => [field, null])) } : before;
  const entries = Object.keys(fields.shape).map(
    (field) => [field, field in record ? record[field] : kept[field]] as const,
  );
  return Object.fromEntries(entries.filter(([, value]) => value !== null && value !== undefined));
}

/** Whether a change leaves these fields of a record as they were. */
export function isUnchanged(names: readonly string[], record: JsonRecord, before: JsonRecord): boolean {
  return names.every((name) => isDeepStrictEqual(record[name] ?? null, before[name] ?? null));
}

/**
 * The own fields of a changed record. Only those that differ are judged, because the API itself may have computed the
 * others, and because a limit may be newer than the record.
 * @throws HttpProblem 400
 */
export function validChange<Fields extends z.ZodObject>(
  fields: Fields,
  record: JsonRecord,
  before: JsonRecord,
): z.output<Fields> {
  const names = Object.keys(fields.shape);
  const changed = names.filter((name) => !isUnchanged([name], record, before));
  const schema = z.object(Object.fromEntries(changed.map((name) => [name, fields.shape[name]])));
  // An emptied field is left out, because undefined is no value to store.
  const checked = validate(
    schema,
    Object.fromEntries(Object.entries(record).filter(([name]) => changed.includes(name))),
  );
  const kept = names.flatMap((name) => {
    if (changed.includes(name) || record[name] === undefined) return [];
    const read = (fields.shape[name] as z.ZodType).safeParse(record[name]);
    return [[name, read.success ? read.data : record[name]] as const];
  });
  return { ...Object.fromEntries(kept), ...checked } as z.output<Fields>;
}

/**
 * Rejects a change of an older version, because another user changed the record first. A change without version always
 * wins.
 * @throws HttpProblem 409 with the current record
 */
export function requireVersion(row: { updatedAt: Date }, record: JsonRecord, current: JsonRecord): void {
  const version = record.updatedAt;
  if (typeof version === "string" && Date.parse(version) !== row.updatedAt.getTime()) throw problems.conflict(current);
}

/** The version of a write at `now`: two writes in one millisecond still have different versions. */
export function versionAfter(row: { updatedAt: Date }, now: Date): Date {
  return new Date(Math.max(now.getTime(), row.updatedAt.getTime() + 1));
}
