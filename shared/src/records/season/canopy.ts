import * as z from "zod";
import { farmDay } from "../../core/farm-time.ts";
import { Day, Id, Note, Percent, quantity, storedRecord } from "../../core/record.ts";
import type { BrokenRule, Partly } from "../../rules/rule.ts";
import { FIRST_ZONE } from "../farm.ts";

/**
 * How much of the ground of a sector was green on a day: the cover that a person saw, or the NDVI of a satellite or drone.
 * One of the two is given.
 */
export const CanopyObservationFields = z.object({
  sectorId: Id,
  date: Day,
  coverPct: Percent.optional(),
  /** What the cover was estimated from, if not by eye: the green part of a photo, which a person confirmed or changed. */
  coverSource: z.enum(["photo"]).optional(),
  ndvi: quantity("", -0.2, 1).optional(),
  note: Note.optional(),
});
export const CanopyObservation = storedRecord(
  CanopyObservationFields.extend({
    coverPct: Percent.nullish(),
    coverSource: z.enum(["photo"]).nullish(),
    ndvi: quantity("", -0.2, 1).nullish(),
    /** Green cover, 0 to 1, as given or by the NDVI. */
    cover: z.number(),
  }),
);
export type CanopyObservation = z.infer<typeof CanopyObservation>;

/** The fields that may give the cover. */
export const CANOPY_AMOUNTS = ["coverPct", "ndvi"] as const;

/** Rules on an observation whose fields are each valid, at a moment in ms since 1970 UTC. */
export function checkCanopy(
  { date, coverPct, ndvi }: Partly<z.output<typeof CanopyObservationFields>>,
  now: number,
): BrokenRule[] {
  const rules: BrokenRule[] = [];
  if (coverPct == null && ndvi == null) rules.push({ field: "coverPct", id: "required", anyOf: CANOPY_AMOUNTS });
  if (coverPct != null && ndvi != null) rules.push({ field: "ndvi", id: "two-amounts" });
  if (date && date > farmDay(now, FIRST_ZONE)) rules.push({ field: "date", id: "to-come" });
  return rules;
}
