import * as z from "zod";
import { Day, Id, Name, quantity, storedRecord } from "../../core/record.ts";
import type { BrokenRule, Partly } from "../../rules/rule.ts";

/** Water that a farm, or some of its machines, may use from one day to another. */
export const SeasonBudgetFields = z.object({
  name: Name,
  farmId: Id,
  /** Empty: all machines of the farm. */
  pivotIds: z.array(Id).max(200).default([]),
  from: Day,
  to: Day,
  /** Gross, over the area of the machines. */
  mm: quantity("mm", 1, 5000).optional(),
  m3: quantity("m³", 1, 1_000_000_000).optional(),
});
export const SeasonBudget = storedRecord(SeasonBudgetFields);
export type SeasonBudget = z.infer<typeof SeasonBudget>;

/** The fields that may give the amount. */
export const BUDGET_AMOUNTS = ["mm", "m3"] as const;

/** Longest budget: a year. */
const LONGEST_DAYS = 366;
const DAY_MS = 86_400_000;

/** Rules across the fields of a budget. */
export function checkSeasonBudget({ from, to, mm, m3 }: Partly<z.output<typeof SeasonBudgetFields>>): BrokenRule[] {
  const rules: BrokenRule[] = [];
  if (mm == null && m3 == null) rules.push({ field: "mm", id: "required", anyOf: BUDGET_AMOUNTS });
  if (mm != null && m3 != null) rules.push({ field: "m3", id: "two-budgets" });
  if (from && to && to < from) rules.push({ field: "to", id: "before-from" });
  if (from && to && Date.parse(to) - Date.parse(from) > LONGEST_DAYS * DAY_MS)
    rules.push({ field: "to", id: "budget-too-long", maximum: LONGEST_DAYS });
  return rules;
}

/** What a sector wants, and gets, of a budget in one stage. */
const BudgetStage = z.object({
  pivotId: Id,
  sectorId: Id,
  cropName: z.string(),
  /** 0 to 3: initial to late. */
  stage: z.number().int(),
  from: Day,
  to: Day,
  /** Gross, mm. */
  needMm: z.number(),
  givenMm: z.number(),
  /** R$ of yield that a gross mm on the whole sector saves, and that the missing water loses. */
  brlMm: z.number(),
  lossBrl: z.number(),
});

/** A budget spread over the rest of the seasons that it covers, by what a millimetre is worth. */
export const BudgetOutlook = z.object({
  budgetM3: z.number(),
  usedM3: z.number(),
  needM3: z.number(),
  /** R$ that one more m³ would save; 0 when the rest covers every need. */
  shadowBrlM3: z.number(),
  /** The day on which irrigation without limit would use it up; null when it would not. */
  endsOn: Day.nullable(),
  /** Whether a start value of yield, price or Ky decides. */
  isWorthKnown: z.boolean(),
  /** By machine, sector and day. */
  stages: z.array(BudgetStage),
});
export type BudgetOutlook = z.infer<typeof BudgetOutlook>;
