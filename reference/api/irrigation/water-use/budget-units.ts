import { UNKNOWN_BRL_KWH } from "@lamina/agronomy/plan/plan-model";
import { tariffTimeline } from "@lamina/agronomy/plan/tariff";
import type { BudgetOutlook } from "@lamina/shared/records/season/season-budget";
import type { ClientSettings } from "../../farms/settings/service.ts";
import type { seasonBudgets } from "../../schema/irrigation.ts";
import type { SectorContext } from "../sites/sectors.ts";
import { hoursOf, type Pumping } from "./pumping.ts";
import { tariffSplitter } from "./tariff-hours.ts";

export type Budget = typeof seasonBudgets.$inferSelect;
export type BudgetUnit = BudgetOutlook["unit"];
type Prices = Pick<ClientSettings, "tariff" | "advice">;

export const unitOf = ({ kwh, brl }: Budget): BudgetUnit => (brl !== null ? "brl" : kwh !== null ? "kwh" : "m3");

/** The amount of a budget in its unit; a depth is over the area of its machines, ha. */
export const amountOf = ({ mm, m3, kwh, brl }: Budget, areaHa: number): number =>
  brl ?? kwh ?? m3 ?? 10 * (mm ?? 0) * areaHa;

/** What a gross m³ of a machine takes of a budget, by its power, its flow and the mean price outside the peak. */
export function takenPerM3(unit: BudgetUnit, { pivot }: SectorContext, { tariff, advice }: Prices): number {
  if (unit === "m3") return 1;
  const kwh = (pivot.pumpKw ?? 0) / pivot.flowM3h;
  return unit === "kwh" ? kwh : kwh * usualPrice(tariff) + advice.waterBrlM3;
}

/** What a pumping took of a budget: money at the tariff of its hours. */
export function takenBy(unit: BudgetUnit, pumping: Pumping, site: SectorContext, { tariff, advice }: Prices): number {
  if (unit === "m3") return pumping.m3;
  const kw = site.pivot.pumpKw ?? 0;
  if (unit === "kwh") return hoursOf(pumping) * kw;
  const parts = tariffSplitter(tariff)(pumping.from, pumping.to, site.farm.timezone);
  const energy = parts.reduce((sum, { hours, brlKwh }) => sum + hours * kw * (brlKwh ?? UNKNOWN_BRL_KWH), 0);
  return energy + pumping.m3 * advice.waterBrlM3;
}

/** Mean price of the hours outside the peak, R$/kWh. */
function usualPrice(tariff: Prices["tariff"]): number {
  const open = tariffTimeline(tariff, 0, 7).filter(({ kind }) => kind !== "peak");
  const minutes = open.reduce((sum, { startMinute, endMinute }) => sum + endMinute - startMinute, 0);
  const brl = open.reduce(
    (sum, { startMinute, endMinute, brlKwh }) => sum + (endMinute - startMinute) * (brlKwh ?? UNKNOWN_BRL_KWH),
    0,
  );
  return minutes > 0 ? brl / minutes : UNKNOWN_BRL_KWH;
}
