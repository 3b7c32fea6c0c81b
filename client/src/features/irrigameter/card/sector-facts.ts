import { hasPanel, systemArea, systemDepthAt100, timeAt100 } from "@lamina/agronomy/machine/system";
import { subsoilMm } from "@lamina/shared/records/balance";
import { startWaterNames } from "@lamina/shared/records/text";
import type { SectorCard } from "@lamina/shared/views/irrigameter";
import type { Pending } from "../../../core/outbox/unsent.ts";
import { reasonValue } from "../../../field/advice.ts";
import { farmClock } from "../../../field/farm-clock.ts";
import { panelWords } from "../../../field/run-words.ts";
import { formatAmount, formatBrl, formatNumber } from "../../../ui/format.ts";
import { duration, mm } from "../amounts.ts";
import type { IrrigationCard } from "../board.ts";
import { text } from "../text.ts";
import type { Fact, FactGroup } from "./facts.tsx";
import { depletionNow, runOf, sectorDay, storageOf } from "./recommendation.ts";

function soilFacts(card: SectorCard): Fact[] {
  const { balance } = card;
  if (!balance) return [];
  const dr = depletionNow(card);
  return [
    { label: text.dr, value: mm(dr), strong: dr !== null && dr > balance.raw },
    { label: text.afd, value: mm(balance.raw) },
    { label: text.cad, value: mm(balance.taw) },
    { label: text.storage, value: formatAmount(storageOf(card), "%") },
    ...subsoilFacts(balance),
  ];
}

/** The water below the roots while they still grow, and how it was known at planting. */
function subsoilFacts(balance: NonNullable<SectorCard["balance"]>): Fact[] {
  const { subsoilTaw = 0, startWater } = balance;
  if (subsoilTaw < MIN_SUBSOIL_MM) return [];
  const known = startWater === undefined ? "" : ` · ${startWaterNames[startWater]}`;
  return [{ label: text.subsoil, value: `${mm(subsoilMm(balance))}${known}` }];
}

/** A smaller layer is that of roots that are fully grown, mm. */
const MIN_SUBSOIL_MM = 0.5;

/** Water in and out during a day, including unsent records. */
function waterFacts({ balance, etcForecastMm, rain24Mm, irrigation24Mm }: SectorCard, pending: Pending): Fact[] {
  if (!balance) return [];
  return [
    { label: text.etc, value: mm(balance.etcAdj) },
    { label: text.etcForecast, value: mm(etcForecastMm) },
    { label: text.rain24, value: mm(added(rain24Mm, pending.rainMm)) },
    { label: text.irrigation24, value: mm(added(irrigation24Mm, pending.wateringMm)) },
  ];
}

function added(known: number | null, more: number): number | null {
  return more === 0 ? known : (known ?? 0) + more;
}

/** All facts of a sector, grouped by the question that they answer. Leaves out empty groups. */
export function factGroups(unit: IrrigationCard, card: SectorCard, pending: Pending, today: string): FactGroup[] {
  const run = runFacts(unit, card, today);
  const isCost = ({ label }: Fact) => COST_LABELS.includes(label);
  return [
    {
      question: unit.planned?.underWay ? text.questions.beside : text.questions.apply,
      facts: run.filter((fact) => !isCost(fact)),
    },
    { question: text.questions.why, facts: [...soilFacts(card), ...waterFacts(card, pending), ...cropFacts(card)] },
    { question: text.questions.machine, facts: machineFacts(unit.pivot) },
    { question: text.questions.cost, facts: run.filter(isCost) },
  ].filter(({ facts }) => facts.length > 0);
}

/** Labels of the facts about money and energy. */
const COST_LABELS: readonly string[] = [
  text.volume,
  text.energy,
  text.costToday,
  text.cost,
  text.lossPerMm,
  text.waitCost,
];

/** The machine as it is set up; values that its record leaves out are computed as for the recommendation. */
function machineFacts(pivot: IrrigationCard["pivot"]): Fact[] {
  const { flowM3h, pumpKw, efficiencyPct, maxHoursDay, minPercent } = pivot;
  const isPanel = hasPanel(pivot);
  return [
    { label: text.area, value: formatAmount(systemArea(pivot), "ha") },
    { label: text.flow, value: formatAmount(flowM3h, "m³/h") },
    ...(pumpKw ? [{ label: text.pump, value: formatAmount(pumpKw, "kW") }] : []),
    { label: text.machineEfficiency, value: formatAmount(efficiencyPct, "%") },
    { label: text.hoursDay, value: formatAmount(maxHoursDay, "h") },
    ...(isPanel
      ? [
          { label: text.depth100, value: mm(systemDepthAt100(pivot)) },
          { label: text.time100, value: duration(timeAt100(pivot)) },
          { label: text.minPercent, value: formatAmount(minPercent, "%") },
        ]
      : []),
  ];
}

/** The details of the recommended run. */
export function runFacts(unit: IrrigationCard, { sector, recommendation }: SectorCard, today: string): Fact[] {
  const run = sectorDay(unit, sector._id)?.run;
  if (!recommendation || !run) return [];
  const { timezone } = unit.farm;
  const planned = runOf(unit, sector._id);
  const { passes, depthPerPassMm, grossMm, percent, hoursRev, costBrl, costTodayBrl } = run;
  const { netMm, volumeM3, energyKwh, startAt, endAt, hoursToCritical, lossBrlMm, waitCostBrl } = recommendation;
  const clock = (moment: string | null) => farmClock(moment, timezone, today);
  const optional = (label: string, value: number | null | undefined, write: (value: number) => string): Fact[] =>
    value == null ? [] : [{ label, value: write(value) }];
  const worth = (brl: number) =>
    recommendation.isWorthKnown === false ? text.byStartValue(formatBrl(brl)) : formatBrl(brl);
  return [
    { label: text.net, value: mm(netMm) },
    { label: text.gross, value: mm(grossMm) },
    ...(passes > 1 ? [{ label: text.passes, value: `${passes} × ${mm(depthPerPassMm)}`, strong: true }] : []),
    { label: text.percent, value: panelWords(percent) },
    { label: passes > 1 ? text.revolutions(passes) : text.revolution, value: duration(hoursRev) },
    ...(planned?.underWay
      ? []
      : [
          { label: text.start, value: clock(planned?.startAt ?? startAt) },
          { label: text.end, value: clock(planned?.endAt ?? endAt) },
        ]),
    { label: text.volume, value: formatAmount(volumeM3, "m³") },
    { label: text.energy, value: formatAmount(energyKwh, "kWh") },
    ...optional(text.costToday, costTodayBrl, formatBrl),
    { label: text.cost, value: formatBrl(costBrl) },
    ...optional(text.lossPerMm, lossBrlMm, worth),
    ...optional(text.waitCost, waitCostBrl, worth),
    { label: text.hoursToCritical, value: duration(hoursToCritical) },
  ];
}

function cropFacts({ balance, recommendation }: SectorCard): Fact[] {
  if (!balance) return [];
  const interval = reasonValue(recommendation?.reasons ?? [], "interval");
  return [
    { label: text.kc, value: formatNumber(balance.kc, 2) },
    { label: text.ks, value: formatNumber(balance.ks, 2), strong: (balance.ks ?? 1) < 1 },
    { label: text.root, value: formatAmount(balance.rootCm, "cm") },
    ...(interval === null ? [] : [{ label: text.interval, value: formatAmount(interval, "dias") }]),
  ];
}
