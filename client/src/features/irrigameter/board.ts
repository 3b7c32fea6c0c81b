import { TypeChart } from "@lamina/shared/records/client";
import type { PlanItem } from "@lamina/shared/records/day-plan";
import type { Farm } from "@lamina/shared/records/farm";
import type { Irrigameter, SectorCard } from "@lamina/shared/views/irrigameter";
import type { Decision, MachineDay } from "@lamina/shared/views/machine-day";
import { compareUrgency, type StatusSource, soilStatus } from "@lamina/shared/views/urgency";
import type { StatusKind } from "../../field/status.tsx";
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
  /** The day of its machine. */
  day: MachineDay;
  /** What the machine is to do, or the sector of a card of one. */
  decision: Decision;
  planned: PlanItem | null;
}

export const orders = ["priority", "name", "farm"] as const;
/** The order of the cards. */
export type Order = (typeof orders)[number];

export interface Filter {
  status: StatusKind | null;
  farmId: string | null;
  search: string;
  order: Order;
}

/** The cards of a client. Leaves out machines of an unknown farm, and those without a sector. */
export function buildCards(data: Irrigameter, typeChart: TypeChart, mode: StatusSource): IrrigationCard[] {
  const farms = new Map(data.farms.map((farm) => [farm._id, farm]));
  const pivots = new Map(data.pivots.map((pivot) => [pivot._id, pivot]));
  const cards = new Map(data.sectors.map((card) => [card.sector._id, card]));
  const runs = data.plans.flatMap(({ items }) => items);
  return data.machines.flatMap((day) => {
    const [farm, pivot] = [farms.get(day.farmId), pivots.get(day.pivotId)];
    if (!farm || !pivot) return [];
    const planned = runs.find(({ pivotId }) => pivotId === day.pivotId) ?? null;
    const machine = { farm, pivot, day };
    const lead = cards.get(day.lead[mode]);
    if (typeChart === TypeChart.pivot || day.sectors.length === 1)
      return lead
        ? {
            ...machine,
            key: pivot._id,
            name: pivot.name,
            sectors: day.sectors.flatMap(({ sectorId }) => cards.get(sectorId) ?? []),
            mostUrgentSector: lead,
            decision: day.decision,
            planned,
          }
        : [];
    return day.sectors.flatMap((own) => {
      const card = cards.get(own.sectorId);
      if (!card) return [];
      const isWatered = planned?.sectorIds.includes(own.sectorId) ?? false;
      return {
        ...machine,
        key: own.sectorId,
        name: `${pivot.name} · ${own.name}`,
        sectors: [card],
        mostUrgentSector: card,
        decision: own.decision,
        planned: isWatered ? planned : null,
      };
    });
  });
}

/** True when a filter or the user's own order selects machines. The farm is no such filter. */
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
        (filter.status === null || sectors.some((sector) => soilStatus(sector, mode) === filter.status)) &&
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
  for (const sector of units.flatMap((unit) => unit.sectors)) counts[soilStatus(sector, mode)]++;
  return counts;
}
