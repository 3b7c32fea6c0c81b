import type { ManagementTotals } from "@lamina/shared/views/report";
import { formatAmount, formatBrl, formatNumber, NO_VALUE } from "../../../ui/format.ts";
import type { Figure } from "../figures.tsx";
import { text } from "../text.ts";
import type { OpenRows } from "../use-opened-rows.ts";
import { beforePoints, beforeText } from "./comparison.ts";
import type { Result } from "./result.ts";

const words = text.indices;
const mm = (value: number) => formatAmount(value, "mm");
const percent = (value: number) => formatAmount(value, "%");
/** Twice the required depth. */
const OVER_PCT = 200;
const days = (value: number) => formatNumber(value, 0);

/** The indices of a section or of all: each number opens the days or the sectors that it is made of. */
export function indexFigures(
  totals: ManagementTotals,
  { ofDays, before, open }: { ofDays?: string; before: ManagementTotals | null | undefined; open: OpenRows },
): Figure[] {
  const earlier = (key: keyof ManagementTotals) => (before === undefined ? undefined : (before?.[key] ?? null));
  const compared = (key: keyof ManagementTotals, format: (value: number) => string) =>
    beforeText(totals[key] ?? null, earlier(key), format);
  const inPoints = (key: "adequacyPct" | "efficiencyPct") => beforePoints(totals[key], earlier(key), percent);
  const opening = (key: string) => () => open(key);
  return [
    {
      key: "applied",
      label: words.applied,
      value: mm(totals.appliedMm),
      parts: [{ label: words.required, value: mm(totals.requiredMm), onOpen: opening("required") }],
      before: compared("appliedMm", mm),
      onOpen: opening("applied"),
    },
    ...(totals.requiredBrl === undefined
      ? []
      : [
          {
            key: "requiredCost",
            label: words.requiredCost,
            value: formatBrl(totals.requiredBrl),
            note: totals.unpricedDays ? words.unpriced(totals.unpricedDays) : words.requiredCostHint,
            before: compared("requiredBrl", formatBrl),
            onOpen: opening("requiredCost"),
          },
        ]),
    {
      key: "rain",
      label: words.rain,
      value: mm(totals.rain),
      parts: [{ label: words.rainEff, value: mm(totals.rainEff), onOpen: opening("rainEff") }],
      before: compared("rain", mm),
      onOpen: opening("rain"),
    },
    {
      key: "etc",
      label: words.etcAdj,
      value: mm(totals.etcAdj),
      before: compared("etcAdj", mm),
      onOpen: opening("etcAdj"),
    },
    {
      key: "adequacy",
      label: words.adequacy,
      value: formatAmount(totals.adequacyPct, "%"),
      // Far above what was required the quotient says little, and the depth says it.
      note:
        (totals.adequacyPct ?? 0) > OVER_PCT
          ? words.overRequired(mm(totals.appliedMm - totals.requiredMm))
          : words.adequacyHint,
      before: inPoints("adequacyPct"),
      onOpen: opening("required"),
    },
    {
      key: "efficiency",
      label: words.efficiency,
      value: formatAmount(totals.efficiencyPct, "%"),
      note:
        totals.efficiencyPct !== null
          ? words.efficiencyHint
          : totals.dp >= totals.appliedMm && totals.appliedMm > 0
            ? words.rainExcess
            : words.noWater,
      before: inPoints("efficiencyPct"),
      onOpen: opening("dp"),
    },
    {
      key: "stress",
      label: ofDays === undefined ? words.sectorStressDays : words.stressDays,
      value: days(totals.stressDays),
      // Stress of a machine that could not run is no neglect.
      note: [ofDays, totals.outStressDays ? words.stressOut(totals.outStressDays) : undefined]
        .filter((part) => part !== undefined)
        .join(" · "),
      before: compared("stressDays", days),
      onOpen: opening("stressLoss"),
    },
    ...(totals.outDays
      ? [
          {
            key: "out",
            label: ofDays === undefined ? words.sectorOutDays : words.outDays,
            value: days(totals.outDays),
            note: words.outDaysHint,
            onOpen: opening("outOfService"),
          },
        ]
      : []),
    {
      key: "excess",
      label: ofDays === undefined ? words.sectorExcessDays : words.excessDays,
      value: days(totals.excessDays),
      note: ofDays,
      before: compared("excessDays", days),
      onOpen: opening("dp"),
    },
    {
      key: "loss",
      label: words.stressLoss,
      value: mm(totals.stressLossMm),
      before: compared("stressLossMm", mm),
      onOpen: opening("stressLoss"),
    },
  ];
}

const money = (value: number | null) => (value === null ? NO_VALUE : `R$\u00a0${formatNumber(value, 2)}`);

/** What opens the rows of each figure of the result. */
type OpenResult = Partial<Record<"energy" | "yield" | "net", () => void>>;

/** What the water cost and is expected to give, per ha and per mm; `before`: the same of the compared section. */
export function resultFigures(
  { energyBrl, energyBrlHa, energyBrlMm, withoutEnergy, yieldKgHa, yieldPct, netBrlHa, netBrlHaMm }: Result,
  before: Result | undefined,
  open: OpenResult,
): Figure[] {
  const of = text.result;
  const figures: Figure[] = [
    {
      key: "energy",
      label: of.energy,
      value: formatBrl(energyBrl),
      note:
        energyBrl === null
          ? of[withoutEnergy]
          : `${of.perHa(formatBrl(energyBrlHa))} · ${of.perMm(money(energyBrlMm))}`,
      before: before && of.before(of.perHa(formatBrl(before.energyBrlHa)), of.perMm(money(before.energyBrlMm))),
      onOpen: open.energy,
    },
  ];
  if (yieldKgHa !== null)
    figures.push({
      key: "yield",
      label: of.yield,
      value: formatAmount(yieldKgHa, "kg/ha", 0),
      note: of.ofPotential(formatAmount(yieldPct, "%")),
      before: beforeText(yieldKgHa, before?.yieldKgHa, (kg) => formatAmount(kg, "kg/ha", 0)),
      onOpen: open.yield,
    });
  if (netBrlHa !== null)
    figures.push({
      key: "net",
      label: of.net,
      value: formatBrl(netBrlHa),
      note: `${of.netHint} · ${of.perMm(formatBrl(netBrlHaMm))}`,
      onOpen: open.net,
    });
  return figures;
}
