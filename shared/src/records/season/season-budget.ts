import * as z from "zod";
import { Day, Id, Name, quantity, storedRecord } from "../../core/record.ts";
import type { BrokenRule, Partly } from "../../rules/rule.ts";

/** Water, energy or money that the irrigation of a farm, or of some of its machines, may use from one day to another. */
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
  /** Of the pumps. */
  kwh: quantity("kWh", 1, 1_000_000_000).optional(),
  /** Of energy and water. */
  brl: quantity("R$", 1, 1_000_000_000).optional(),
});
export const SeasonBudget = storedRecord(SeasonBudgetFields);
export type SeasonBudget = z.infer<typeof SeasonBudget>;

/** The fields that may give the amount. */
export const BUDGET_AMOUNTS = ["mm", "m3", "kwh", "brl"] as const;

/** Longest budget: a year. */
const LONGEST_DAYS = 366;
const DAY_MS = 86_400_000;

/** Rules across the fields of a budget. */
export function checkSeasonBudget(budget: Partly<z.output<typeof SeasonBudgetFields>>): BrokenRule[] {
  const { from, to } = budget;
  const rules: BrokenRule[] = [];
  const [amount, another] = BUDGET_AMOUNTS.filter((field) => budget[field] != null);
  if (amount === undefined) rules.push({ field: "mm", id: "required", anyOf: BUDGET_AMOUNTS });
  if (another !== undefined) rules.push({ field: another, id: "two-budgets" });
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
  /** Of the amounts; a budget in mm is converted to m³. */
  unit: z.enum(["m3", "kwh", "brl"]),
  budget: z.number(),
  used: z.number(),
  need: z.number(),
  /** R$ of yield that one more unit would save; 0 when the rest covers every need. */
  shadowBrl: z.number(),
  /** The day that used it up, or on which irrigation without limit would; null when it would not. */
  endsOn: Day.nullable(),
  /** Whether a start value of yield, price or Ky decides. */
  isWorthKnown: z.boolean(),
  /** By machine, sector and day. */
  stages: z.array(BudgetStage),
});
export type BudgetOutlook = z.infer<typeof BudgetOutlook>;

/** A budget of a farm with its outlook. */
export const NamedOutlook = BudgetOutlook.extend({ budgetId: Id, name: z.string(), to: Day });
export type NamedOutlook = z.infer<typeof NamedOutlook>;
