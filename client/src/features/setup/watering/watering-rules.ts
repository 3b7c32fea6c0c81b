import type { FieldErrors } from "../../../ui/form/issue-text.ts";
import type { FieldsOf } from "../records/data/record-view.ts";
import { text } from "./text.ts";

const DAY_MS = 86_400_000;
/** Domain, 7: how far ahead a watering may be planned. */
const PLANNING_DAYS = 7;
const words = text.watering;

/** How the amount of a watering may be given, the deciding one first. */
export const AMOUNTS = ["grossMm", "percent", "hours"] as const;

/**
 * The API's rules on a watering whose fields are each valid.
 * @param at milliseconds since the epoch
 */
export function wateringErrors(fields: Partial<FieldsOf<"watering">>, at: number): FieldErrors {
  const { start, end } = fields;
  return {
    ...(AMOUNTS.every((amount) => fields[amount] === undefined) && { grossMm: words.amountMissing }),
    ...(start && Date.parse(start) > at + PLANNING_DAYS * DAY_MS && { start: words.tooFarAhead(PLANNING_DAYS) }),
    ...(start && end && Date.parse(end) < Date.parse(start) && { end: words.endBeforeStart }),
  };
}

/** The one amount that goes into a new watering: of several the deciding one, so that the API computes the others anew. */
export function oneAmount<Fields extends Readonly<Record<string, unknown>>>(fields: Fields): Partial<Fields> {
  const given = AMOUNTS.find((amount) => fields[amount] !== undefined);
  const others = new Set<string>(AMOUNTS.filter((amount) => amount !== given));
  return Object.fromEntries(Object.entries(fields).filter(([field]) => !others.has(field))) as Partial<Fields>;
}
