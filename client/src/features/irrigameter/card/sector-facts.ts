import { recommendedRun } from "@lamina/shared/records/run-figures";
import type { SectorCard } from "@lamina/shared/views/irrigameter";
import { reasonValue } from "../../../ui/advice.ts";
import { farmClock } from "../../../ui/farm-clock.ts";
import { formatAmount, formatBrl, formatNumber } from "../../../ui/format.ts";
import { panelWords } from "../../../ui/run-words.ts";
import { duration, mm } from "../amounts.ts";
import type { IrrigationCard } from "../board.ts";
import { text } from "../text.ts";
import type { Fact } from "./facts.tsx";
import type { Pending } from "./pending.ts";
import { depletionNow, runOf, storageOf } from "./recommendation.ts";

/** The soil water of a sector. */
export function soilFacts(card: SectorCard): Fact[] {
  const { balance } = card;
  if (!balance) return [];
  const dr = depletionNow(card);
  return [
    { label: text.dr, value: mm(dr), strong: dr !== null && dr > balance.raw },
    { label: text.afd, value: mm(balance.raw) },
    { label: text.cad, value: mm(balance.taw) },
    { label: text.storage, value: formatAmount(storageOf(card), "%") },
  ];
}

/** Water in and out during a day, including unsent records. */
export function waterFacts({ balance, etcForecastMm, rain24Mm, irrigation24Mm }: SectorCard, pending: Pending): Fact[] {
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

/** The details of the recommended run. */
export function runFacts(unit: IrrigationCard, { sector, recommendation }: SectorCard, today: string): Fact[] {
  const run = recommendedRun(recommendation);
  if (!recommendation || !run) return [];
  const { timezone } = unit.farm;
  const planned = runOf(unit, sector._id);
  const { passes, depthPerPassMm, grossMm, percent, hoursRev, costBrl, costTodayBrl } = run;
  const { netMm, volumeM3, energyKwh, startAt, endAt, hoursToCritical, lossBrlMm, waitCostBrl } = recommendation;
  const clock = (moment: string | null) => farmClock(moment, timezone, today);
  const optional = (label: string, value: number | null | undefined, write: (value: number) => string): Fact[] =>
    value == null ? [] : [{ label, value: write(value) }];
  return [
    { label: text.net, value: mm(netMm) },
    { label: text.gross, value: mm(grossMm) },
    ...(passes > 1 ? [{ label: text.passes, value: `${passes} × ${mm(depthPerPassMm)}`, strong: true }] : []),
    { label: text.percent, value: panelWords(percent) },
    { label: passes > 1 ? text.revolutions(passes) : text.revolution, value: duration(hoursRev) },
    { label: text.start, value: clock(planned?.startAt ?? startAt) },
    { label: text.end, value: clock(planned?.endAt ?? endAt) },
    { label: text.volume, value: formatAmount(volumeM3, "m³") },
    { label: text.energy, value: formatAmount(energyKwh, "kWh") },
    ...optional(text.costToday, costTodayBrl, formatBrl),
    { label: text.cost, value: formatBrl(costBrl) },
    ...optional(text.lossPerMm, lossBrlMm, formatBrl),
    ...optional(text.waitCost, waitCostBrl, formatBrl),
    { label: text.hoursToCritical, value: duration(hoursToCritical) },
  ];
}

/** The state of the crop. */
export function cropFacts({ balance, recommendation }: SectorCard): Fact[] {
  if (!balance) return [];
  const interval = reasonValue(recommendation?.reasons ?? [], "interval");
  return [
    { label: text.kc, value: formatNumber(balance.kc, 2) },
    { label: text.ks, value: formatNumber(balance.ks, 2), strong: balance.ks < 1 },
    { label: text.root, value: formatAmount(balance.rootCm, "cm") },
    ...(interval === null ? [] : [{ label: text.interval, value: formatAmount(interval, "dias") }]),
  ];
}
