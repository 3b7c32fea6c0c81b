import * as z from "zod";
import { Id, Moment, Note, storedRecord } from "../../core/record.ts";
import type { BrokenRule, Partly } from "../../rules/rule.ts";

export const OutOfServiceReason = z.enum(["broken", "pump", "power", "pipe", "maintenance", "other"]);
export type OutOfServiceReason = z.infer<typeof OutOfServiceReason>;

/** A machine, or an intake with all its machines, that cannot run from a moment on; `until` null: the end is unknown. */
export const OutOfServiceFields = z.object({
  farmId: Id,
  /** One of both is given. */
  pivotId: Id.nullish(),
  waterSourceId: Id.nullish(),
  from: Moment,
  until: Moment.nullish(),
  reason: OutOfServiceReason,
  note: Note.optional(),
});
export const OutOfService = storedRecord(
  OutOfServiceFields.extend({ userId: Id.nullish(), userName: z.string().nullish() }),
);
export type OutOfService = z.infer<typeof OutOfService>;

/** Rules across the fields of a machine or an intake out of service. */
export function checkOutOfService(given: Partly<z.output<typeof OutOfServiceFields>>): BrokenRule[] {
  const { pivotId, waterSourceId, from, until } = given;
  const rules: BrokenRule[] = [];
  if (!pivotId && !waterSourceId) rules.push({ field: "pivotId", id: "required" });
  if (pivotId && waterSourceId) rules.push({ field: "waterSourceId", id: "two-machines" });
  if (from && until && Date.parse(until) < Date.parse(from)) rules.push({ field: "until", id: "before-start" });
  return rules;
}

/** Whether a record applies at a moment, ms since 1970. */
export const isOutAt = (
  { from, until }: { from: string | Date; until?: string | Date | null | undefined },
  at: number,
) => new Date(from).getTime() <= at && (until == null || new Date(until).getTime() > at);
