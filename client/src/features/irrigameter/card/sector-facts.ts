import type { SectorCard } from "@lamina/shared/views/irrigameter";
import { formatAmount, formatBrl, formatNumber, formatPanel } from "../../../ui/format.ts";
import { passesOf } from "../../../ui/run-words.ts";
import { clock, duration, mm } from "../amounts.ts";
import type { IrrigationCard } from "../board.ts";
import { text } from "../text.ts";
import type { Fact } from "./facts.tsx";
import type { Pending } from "./pending.ts";
import { depletionNow, reasonValue, runOf, storageOf } from "./recommendation.ts";

/** What the soil holds. */
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

/** What went in and out in a day; with what is on its way to the API. */
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

/** How the recommendation is carried out. */
export function runFacts(unit: IrrigationCard, { sector, recommendation }: SectorCard, today: string): Fact[] {
  if (recommendation?.action !== "irrigate") return [];
  const { timezone } = unit.farm;
  const run = runOf(unit, sector._id);
  const { passes, eachMm } = passesOf(recommendation);
  const { netMm, grossMm, percent, hoursRev, volumeM3, energyKwh, costBrl, startAt, endAt, hoursToCritical } =
    recommendation;
  return [
    { label: text.net, value: mm(netMm) },
    { label: text.gross, value: mm(grossMm) },
    ...(passes > 1 ? [{ label: text.passes, value: `${passes} × ${mm(eachMm)}`, strong: true }] : []),
    { label: text.percent, value: formatPanel(percent) },
    { label: passes > 1 ? text.revolutions(passes) : text.revolution, value: duration(hoursRev) },
    { label: text.start, value: clock(run?.startAt ?? startAt, timezone, today) },
    { label: text.end, value: clock(run?.endAt ?? endAt, timezone, today) },
    { label: text.volume, value: formatAmount(volumeM3, "m³") },
    { label: text.energy, value: formatAmount(energyKwh, "kWh") },
    { label: text.cost, value: formatBrl(costBrl) },
    ...(recommendation.lossBrlMm == null
      ? []
      : [{ label: text.lossPerMm, value: formatBrl(recommendation.lossBrlMm) }]),
    ...(recommendation.waitCostBrl == null
      ? []
      : [{ label: text.waitCost, value: formatBrl(recommendation.waitCostBrl) }]),
    { label: text.hoursToCritical, value: duration(hoursToCritical) },
  ];
}

/** How the crop stands. */
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
