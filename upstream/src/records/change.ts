import type * as z from "zod";
import type { JsonRecord } from "../core/serialize.ts";
import { problems } from "../http/problem.ts";

/**
 * The record's own fields with the given changes; null empties a field. A change of one of some alternatives empties the
 * others, because they say the same as before it.
 */
export function merge(
  fields: z.ZodObject,
  before: JsonRecord,
  given: JsonRecord,
  alternatives: readonly string[] = [],
): JsonRecord {
  const isReplaced = alternatives.some((field) => given[field] != null);
  const kept = isReplaced ? { ...before, ...Object.fromEntries(alternatives.map((field) => [field, null])) } : before;
  const own = Object.keys(fields.shape).map((field) => [field, field in given ? given[field] : kept[field]] as const);
  return Object.fromEntries(own.filter(([, value]) => value !== null && value !== undefined));
}

/**
 * Rejects a change of an older version, because another user changed the record first. A change without version always
 * wins.
 * @throws HttpProblem 409 with the current record
 */
export function requireVersion(row: { updatedAt: Date }, given: JsonRecord, current: JsonRecord): void {
  const version = given.updatedAt;
  if (typeof version === "string" && Date.parse(version) !== row.updatedAt.getTime()) throw problems.conflict(current);
}

/** The version of a write at `now`: two writes in one millisecond still have different versions. */
export function versionAfter(row: { updatedAt: Date }, now: Date): Date {
  return new Date(Math.max(now.getTime(), row.updatedAt.getTime() + 1));
}
