import { daysBetween, type FarmDay } from "@lamina/shared/core/farm-time";
import { Day } from "@lamina/shared/core/record";
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
