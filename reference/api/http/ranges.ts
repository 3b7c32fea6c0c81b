import { daysBetween, type FarmDay } from "@lamina/shared/core/farm-time";
import { Day, Moment } from "@lamina/shared/core/record";
import { DAY_MS } from "@lamina/shared/core/time";
import { problems } from "./problem.ts";

/** The longest range of days in one answer: ten years. */
const MAX_DAYS = 3660;

/**
 * A range of farm-days, ends included.
 * @throws HttpProblem 400 naming the invalid field, or for a range that is backwards or too long
 */
export function requireRange(
  { from, to }: { from: string; to: string },
  maxDays = MAX_DAYS,
): { from: FarmDay; to: FarmDay } {
  const error = (field: string, id: string, limits = {}) => problems.validation([{ field, id, ...limits }]);
  if (!Day.safeParse(from).success) throw error("from", "invalid-format", { format: "date" });
  if (!Day.safeParse(to).success) throw error("to", "invalid-format", { format: "date" });
  if (to < from) throw error("to", "before-from");
  if (daysBetween(from, to) >= maxDays) throw error("from", "too-long", { maximum: maxDays });
  return { from, to };
}

/** The range of the longest hourly series, more than any screen requests. */
const LONGEST_RANGE_MS = 20 * 366 * DAY_MS;

/**
 * The time range of a call: moments in ISO-8601; a bare day starts at its midnight in UTC.
 * @throws HttpProblem 400 naming the field
 */
export function parseRange(query: { from: string; to: string }): { from: Date; to: Date } {
  const from = moment("from", query.from);
  const to = moment("to", query.to);
  if (to.getTime() <= from.getTime()) throw problems.validation([{ field: "to", id: "not-after-from" }]);
  if (to.getTime() - from.getTime() > LONGEST_RANGE_MS) throw problems.validation([{ field: "to", id: "too-long" }]);
  return { from, to };
}

/** @throws HttpProblem 400 naming the field */
export function optionalMoment(field: string, text: string | undefined): Date | undefined {
  return text === undefined ? undefined : moment(field, text);
}

function moment(field: string, text: string): Date {
  if (Day.safeParse(text).success) return new Date(`${text}T00:00:00Z`);
  const parsed = Moment.safeParse(text);
  if (!parsed.success) throw problems.validation([{ field, id: "invalid-moment" }]);
  return new Date(parsed.data);
}
