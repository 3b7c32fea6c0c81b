import type { ManagementReport, ManagementTotals } from "./report.ts";

/** Sums of days, mm and R$. */
export type DaySums = Omit<ManagementTotals, "adequacyPct" | "efficiencyPct" | "stressLossMm">;

/** A smaller requirement, in mm, is a rounding error without a price. */
export const MIN_REQUIRED_MM = 0.005;
/** Less applied water, in mm, is written as 0 and has no efficiency. */
const MIN_APPLIED_MM = 0.05;
/** A smaller requirement, in mm, has no adequacy: the applied water was not for it. */
const MIN_FOR_ADEQUACY_MM = 1;
const M3_PER_MM_HA = 10;

/** The sums of a section without days. */
export const NO_SUMS: DaySums = {
  eto: 0,
  etc: 0,
  etcAdj: 0,
  rain: 0,
  rainEff: 0,
  irrNet: 0,
  requiredMm: 0,
  requiredBrl: 0,
  unpricedDays: 0,
  appliedMm: 0,
  dp: 0,
  dpIrrigation: 0,
  adjustedMm: 0,
  stressDays: 0,
  excessDays: 0,
  outDays: 0,
  outStressDays: 0,
};

/**
 * Sums with the indices of domain, 6: adequação, eficiência, perda de ETc por estresse. The efficiency is (aplicada − EXC) ÷ aplicada, with
 * the EXC that irrigation caused: of a day's percolation at most its net irrigation, because the rest is from rain.
 */
export function totalsOf(sums: DaySums): ManagementTotals {
  const { requiredMm, appliedMm, etc, etcAdj } = sums;
  const lostMm = irrigationLoss(sums);
  const isPriced = (sums.unpricedDays ?? 0) === 0 || (sums.requiredBrl ?? 0) > 0;
  return {
    ...sums,
    requiredBrl: isPriced ? sums.requiredBrl : null,
    adequacyPct: requiredMm >= MIN_FOR_ADEQUACY_MM ? (appliedMm / requiredMm) * 100 : null,
    // The whole percolation may be more than the applied water, and then the index has no value.
    efficiencyPct: appliedMm >= MIN_APPLIED_MM && lostMm < appliedMm ? ((appliedMm - lostMm) / appliedMm) * 100 : null,
    stressLossMm: etc - etcAdj,
  };
}

/** Applied water that percolated, mm; the whole percolation where its part is unknown. */
const irrigationLoss = ({ dp, dpIrrigation }: Pick<DaySums, "dp" | "dpIrrigation">) => dpIrrigation ?? dp;

interface Summed {
  sectorId: string;
  areaHa: number;
  totals: ManagementTotals;
}

/** The area of some sections, ha. A sector with two seasons has its area once. */
export function areaOf(sections: readonly Pick<Summed, "sectorId" | "areaHa">[]): number {
  const areas = new Map(sections.map(({ sectorId, areaHa }) => [sectorId, areaHa]));
  return [...areas.values()].reduce((sum, area) => sum + area, 0);
}

/**
 * All sections of a report as one. Depths are means by area, so that depth times area is the volume; days and R$ are sums. A
 * sector with two seasons has its area once.
 */
export function summaryOf(sections: readonly Summed[]): NonNullable<ManagementReport["summary"]> {
  const areaHa = areaOf(sections);
  const sum = (amount: (section: Summed) => number) => sections.reduce((total, section) => total + amount(section), 0);
  const meanOf = (amount: (totals: ManagementTotals) => number) =>
    areaHa > 0 ? sum((section) => amount(section.totals) * section.areaHa) / areaHa : 0;
  const mean = (
    depth: Exclude<keyof DaySums, "requiredBrl" | "unpricedDays" | "dpIrrigation" | "outDays" | "outStressDays">,
  ) => meanOf((totals) => totals[depth]);
  const totals = totalsOf({
    eto: mean("eto"),
    etc: mean("etc"),
    etcAdj: mean("etcAdj"),
    rain: mean("rain"),
    rainEff: mean("rainEff"),
    irrNet: mean("irrNet"),
    requiredMm: mean("requiredMm"),
    requiredBrl: sum((section) => section.totals.requiredBrl ?? 0),
    unpricedDays: sum((section) => section.totals.unpricedDays ?? 0),
    appliedMm: mean("appliedMm"),
    dp: mean("dp"),
    dpIrrigation: meanOf(irrigationLoss),
    adjustedMm: mean("adjustedMm"),
    stressDays: sum((section) => section.totals.stressDays),
    excessDays: sum((section) => section.totals.excessDays),
    outDays: sum((section) => section.totals.outDays ?? 0),
    outStressDays: sum((section) => section.totals.outStressDays ?? 0),
  });
  return { sections: sections.length, areaHa, appliedM3: totals.appliedMm * areaHa * M3_PER_MM_HA, totals };
}
