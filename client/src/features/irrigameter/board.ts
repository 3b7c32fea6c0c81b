import { TypeChart } from "@lamina/shared/records/client";
import type { DayPlan, PlanItem } from "@lamina/shared/records/day-plan";
import type { Farm } from "@lamina/shared/records/farm";
import type { Irrigameter, SectorCard } from "@lamina/shared/views/irrigameter";
import { compareUrgency, type StatusSource, statusOf } from "../../core/urgency.ts";
import type { StatusKind } from "../../field/status.tsx";
import { groupBy } from "../../platform/group-by.ts";
import { compareNames } from "../../ui/format.ts";
import { plainText } from "../../ui/plain-text.ts";

type IrrigameterPivot = Irrigameter["pivots"][number];

/** One card: a pivot with its sectors (typeChart 1), or one sector (typeChart 2). */
export interface IrrigationCard {
  key: string;
  name: string;
  farm: Farm;
  pivot: IrrigameterPivot;
  sectors: readonly SectorCard[];
  /** The most urgent sector, which the card shows. */
  mostUrgentSector: SectorCard;
  /** Its run in today's plan. */
  planned: PlanItem | null;
  /** Why a permit prevents every run of the machine today. */
  permitStop: PermitStop | null;
}

type PermitStop = "permitExpired" | "permitUsedUp" | "permitHours" | "permitDays";

export const orders = ["priority", "name", "farm"] as const;
/** The order of the cards. */
export type Order = (typeof orders)[number];

/** The filter of the cards. */
export interface Filter {
  status: StatusKind | null;
  farmId: string | null;
  search: string;
  order: Order;
}

/** The cards of a client. Leaves out sectors without a known pivot and farm. */
export function buildCards(data: Irrigameter, typeChart: TypeChart, mode: StatusSource): IrrigationCard[] {
  const farms = new Map(data.farms.map((farm) => [farm._id, farm]));
  const sectorsOf = groupBy(data.sectors, ({ sector }) => sector.pivotId);
  const runsOf = groupBy(
    data.plans.flatMap(({ items }) => items),
    ({ pivotId }) => pivotId,
  );
  return data.pivots.flatMap((pivot) => {
    const farm = farms.get(pivot.farmId);
    const sectors = sectorsOf.get(pivot._id) ?? [];
    if (!farm || sectors.length === 0) return [];
    const groups = typeChart === TypeChart.pivot ? [sectors] : sectors.map((sector) => [sector]);
    return groups.flatMap((group): IrrigationCard[] => {
      const [lead] = [...group].sort((a, b) => compareUrgency(a, b, mode));
      if (!lead) return [];
      const alone = typeChart === TypeChart.pivot || sectors.length === 1;
      return [
        {
          key: alone ? pivot._id : lead.sector._id,
          name: alone ? pivot.name : `${pivot.name} · ${lead.sector.name}`,
          farm,
          pivot,
          sectors: group,
          mostUrgentSector: lead,
          planned: plannedRun(runsOf.get(pivot._id) ?? [], group),
          permitStop: permitStop(data.permits ?? [], pivot),
        },
      ];
    });
  });
}

function plannedRun(runs: readonly PlanItem[], sectors: readonly SectorCard[]): PlanItem | null {
  const ids = sectors.map(({ sector }) => sector._id);
  return runs.find(({ sectorIds }) => sectorIds.some((id) => ids.includes(id))) ?? null;
}

/** The half hour of the plan, h. */
const SLOT_HOURS = 0.5;

/** Less than half an hour of the pump counts as none, as in the plan. */
function permitStop(
  permits: NonNullable<Irrigameter["permits"]>,
  { _id, flowM3h }: IrrigameterPivot,
): PermitStop | null {
  const own = permits.filter(({ pivotIds }) => pivotIds.includes(_id));
  if (own.some(({ isExpired }) => isExpired)) return "permitExpired";
  if (own.some(({ m3Left }) => m3Left !== undefined && m3Left < flowM3h * SLOT_HOURS)) return "permitUsedUp";
  if (own.some(({ hoursDay }) => hoursDay !== undefined && hoursDay < SLOT_HOURS)) return "permitHours";
  return own.some(({ daysLeft, isUsedToday }) => daysLeft !== undefined && daysLeft <= 0 && !isUsedToday)
    ? "permitDays"
    : null;
}

/** True when a filter or an order of the user's own asks for machines wherever they are on the screen. The farm is no such filter. */
export function isFiltered({ status, search, order }: Filter): boolean {
  return status !== null || search !== "" || order !== "priority";
}

/** The cards that match a filter, in its order. */
export function shownCards(units: readonly IrrigationCard[], filter: Filter, mode: StatusSource): IrrigationCard[] {
  const wanted = plainText(filter.search);
  return units
    .filter(
      ({ farm, name, sectors }) =>
        (filter.farmId === null || farm._id === filter.farmId) &&
        (filter.status === null || sectors.some((sector) => statusOf(sector, mode) === filter.status)) &&
        plainText([name, farm.name, ...sectors.map(({ sector }) => sector.name)].join(" ")).includes(wanted),
    )
    .sort((a, b) => compareCards(a, b, filter.order, mode));
}

function compareCards(a: IrrigationCard, b: IrrigationCard, order: Order, mode: StatusSource): number {
  const byName = compareNames(a.name, b.name);
  if (order === "name") return byName;
  if (order === "farm") return compareNames(a.farm.name, b.farm.name) || byName;
  return compareUrgency(a.mostUrgentSector, b.mostUrgentSector, mode) || byName;
}

/** The number of sectors in each status. */
export function statusCounts(units: readonly IrrigationCard[], mode: StatusSource): Record<StatusKind, number> {
  const counts: Record<StatusKind, number> = { stress: 0, irrigate: 0, excess: 0, ok: 0, nodata: 0, fallow: 0 };
  for (const sector of units.flatMap((unit) => unit.sectors)) counts[statusOf(sector, mode)]++;
  return counts;
}

/** The totals of a day over the plans of several farms; null when a farm's value is unknown. */
export function planTotals(plans: readonly DayPlan[]): DayPlan["totals"] & { runs: number } {
  const sum = (values: readonly (number | null)[]) =>
    values.some((value) => value === null) ? null : values.reduce<number>((total, value) => total + (value ?? 0), 0);
  const totals = plans.map((plan) => plan.totals);
  const volumeM3 = sum(totals.map((total) => total.volumeM3)) ?? 0;
  const areaMm = totals.reduce((total, { meanMm, volumeM3: m3 }) => total + (meanMm > 0 ? m3 / meanMm : 0), 0);
  return {
    runs: plans.reduce((total, { items }) => total + items.length, 0),
    meanMm: areaMm > 0 ? volumeM3 / areaMm : 0,
    volumeM3,
    hours: sum(totals.map((total) => total.hours)) ?? 0,
    energyKwh: sum(totals.map((total) => total.energyKwh)),
    costBrl: sum(totals.map((total) => total.costBrl)),
  };
}
