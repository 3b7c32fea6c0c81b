import type { DayPlan } from "@lamina/shared/records/day-plan";
import { MIN_BRL } from "../../../field/risk.ts";
import { formatBrl } from "../../../ui/format.ts";
import { sumShown } from "../amounts.ts";
import { planText } from "./plan-text.ts";

const KEYS = ["runsBrl", "lossBrl", "otherBrl"] as const;

/**
 * The sum in R$ that the plan minimizes, with its parts and the start values in it: `… R$ 5.431 = R$ 1.247 de energia e
 * água + …`. Null without it.
 */
export function sumWords({
  costBrl,
  parts,
  assumed = [],
}: Pick<DayPlan, "costBrl" | "parts" | "assumed">): string | null {
  if (costBrl === undefined || parts === undefined || costBrl < MIN_BRL) return null;
  const shown = KEYS.filter((key) => parts[key] >= MIN_BRL);
  if (shown.length === 0) return null;
  const sum = planText.sum(
    formatBrl(sumShown(shown.map((key) => parts[key]))),
    shown.map((key) => planText.parts[key](formatBrl(parts[key]))).join(" + "),
  );
  if (assumed.length === 0) return sum;
  return sum + planText.assumed(assumed.map((value) => planText.assumedValues[value]).join("; "));
}
