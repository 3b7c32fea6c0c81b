import type { PlanItem } from "@lamina/shared/records/day-plan";
import { beginsLater, type FarmToday } from "../../../field/advice.ts";
import { farmClock } from "../../../field/farm-clock.ts";
import { mm } from "../amounts.ts";
import { planText } from "./plan-text.ts";

/**
 * "hoje 3,7 mm de 8,6 mm, continua amanhã 14:35", of a run that the first 24 hours of the plan cut in two. They reach into
 * tomorrow, but a run that begins tomorrow has no part today.
 */
export function partWords(item: PlanItem, { timeZone, today }: FarmToday): string | null {
  if (!item.continuesAt || beginsLater(item.startAt, { timeZone, today })) return null;
  return planText.part(mm(item.todayMm), mm(item.grossMm), farmClock(item.continuesAt, timeZone, today));
}
