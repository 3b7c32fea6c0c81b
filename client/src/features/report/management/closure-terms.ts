import type { text } from "../text.ts";
import type { Section } from "./sections.ts";

/** Maximum error of a closed water balance of a period (domain, 12). */
export const CLOSURE_TOLERANCE_MM = 0.1;

interface ClosureTerm {
  key: keyof typeof text.closure.terms;
  mm: number;
  /** The column of the daily rows that it sums. */
  column: string;
}

/**
 * Terms of the change in storage ΔARM, each with its sign; ΔARM is their sum. Root growth, water stored below the roots and adjustments are listed
 * when they are not 0.
 */
export function closureTerms({ totals, closure }: Pick<Section, "totals" | "closure">): ClosureTerm[] {
  const terms: ClosureTerm[] = [
    { key: "rainEff", mm: totals.rainEff, column: "rainEff" },
    { key: "irrNet", mm: totals.irrNet, column: "applied" },
    { key: "etcAdj", mm: -totals.etcAdj, column: "etcAdj" },
    { key: "dp", mm: -totals.dp, column: "dp" },
  ];
  if (closure.rootGrowthMm !== 0) terms.push({ key: "root", mm: closure.rootGrowthMm, column: "root" });
  if (closure.toSubsoilMm) terms.push({ key: "toSubsoil", mm: -closure.toSubsoilMm, column: "toSubsoil" });
  if (closure.adjustedMm !== 0) terms.push({ key: "adjusted", mm: closure.adjustedMm, column: "adjusted" });
  return terms;
}
