import type * as z from "zod";
import type { JsonRecord } from "../core/serialize.ts";
import { problems } from "../http/problem.ts";

/** Own fields of the record with those that were sent in their place; null empties one. */
export function merge(fields: z.ZodObject, before: JsonRecord, given: JsonRecord): JsonRecord {
  const own = Object.keys(fields.shape).map((field) => [field, field in given ? given[field] : before[field]] as const);
  return Object.fromEntries(own.filter(([, value]) => value !== null && value !== undefined));
}

/**
 * Refuses a change of an older version than the record's: somebody else was faster. Who sends no version wins.
 * @throws HttpProblem 409 with the record as it is now
 */
export function requireVersion(row: { updatedAt: Date }, given: JsonRecord, current: JsonRecord): void {
  const version = given.updatedAt;
  if (typeof version === "string" && Date.parse(version) !== row.updatedAt.getTime()) throw problems.conflict(current);
}

/** The version that a write at `now` makes: two writes in one millisecond still have different ones. */
export function versionAfter(row: { updatedAt: Date }, now: Date): Date {
  return new Date(Math.max(now.getTime(), row.updatedAt.getTime() + 1));
}
