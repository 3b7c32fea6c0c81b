import type { Section } from "./sections.ts";
import type { text } from "./text.ts";

/** A period closes when what is left over is no more than this (domain, 12). */
export const CLOSURE_TOLERANCE_MM = 0.1;

interface ClosureTerm {
  key: keyof typeof text.closure.terms;
  mm: number;
}

/** What moved the storage, with its sign: ΔARM is their sum. Roots and adjustments are named where there were any. */
export function closureTerms({ totals, closure }: Pick<Section, "totals" | "closure">): ClosureTerm[] {
  const terms: ClosureTerm[] = [
    { key: "rainEff", mm: totals.rainEff },
    { key: "irrNet", mm: totals.irrNet },
    { key: "etcAdj", mm: -totals.etcAdj },
    { key: "dp", mm: -totals.dp },
  ];
  if (closure.rootGrowthMm !== 0) terms.push({ key: "root", mm: closure.rootGrowthMm });
  if (closure.adjustedMm !== 0) terms.push({ key: "adjusted", mm: closure.adjustedMm });
  return terms;
}
