import type { ManagementReport } from "@lamina/shared/views/report";
import type { ReportRow } from "./management-store.ts";

/** Less applied water, in mm, is written as 0 and has no efficiency. */
const LEAST_APPLIED_MM = 0.05;

/** A row of the balance with the new requirement of that day. */
export type RequiredRow = ReportRow & { requiredMm: number };

/** Sums of the rows and the indices of domain, 6: adequação, eficiência, perda de ETc por estresse. */
export function totalsOf(rows: readonly RequiredRow[]): ManagementReport["sectors"][number]["totals"] {
  const sum = (amount: (row: RequiredRow) => number) => rows.reduce((total, row) => total + amount(row), 0);
  const [appliedMm, requiredMm, dp] = [
    sum(({ irrGross }) => irrGross),
    sum((row) => row.requiredMm),
    sum((row) => row.dp),
  ];
  return {
    eto: sum(({ eto }) => eto),
    etc: sum(({ etc }) => etc),
    etcAdj: sum(({ etcAdj }) => etcAdj),
    rain: sum(({ rain }) => rain),
    rainEff: sum(({ rainEff }) => rainEff),
    irrNet: sum(({ irrNet }) => irrNet),
    requiredMm,
    appliedMm,
    dp,
    adjustedMm: sum(({ adjustedMm }) => adjustedMm),
    stressDays: rows.filter(({ ks }) => ks < 1).length,
    excessDays: rows.filter((row) => row.dp > 0).length,
    adequacyPct: requiredMm > 0 ? (appliedMm / requiredMm) * 100 : null,
    // Rain percolates too, so losses can exceed the applied water.
    efficiencyPct: appliedMm >= LEAST_APPLIED_MM ? Math.max(0, ((appliedMm - dp) / appliedMm) * 100) : null,
    stressLossMm: sum(({ etc, etcAdj }) => etc - etcAdj),
  };
}
