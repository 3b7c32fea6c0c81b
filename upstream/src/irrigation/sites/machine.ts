import { depthAt100, pivotArea, revolutionHoursAt100, sweptAngle } from "@lamina/agronomy/machine/pivot";
import type { IrrigationMachine } from "@lamina/agronomy/plan/recommendation";
import type { pivotSectors, pivots } from "../../schema/farms.ts";

type Pivot = typeof pivots.$inferSelect;
type Sector = typeof pivotSectors.$inferSelect;

/** Last tower's distance where it was not measured: the overhang is some 5 % of the radius. */
const LAST_TOWER_PART = 0.95;
/** Speed of the last tower at 100 % where it was not measured, m/h: an ordinary motor. */
const DEFAULT_SPEED_100_MH = 180;

/** Area of a sector in ha: as given, else its part of the circle, else the whole system's. */
export function sectorArea(sector: Sector, pivot: Pivot): number {
  if (sector.areaHa !== null) return sector.areaHa;
  if (pivot.kind !== "pivot") return pivotSystemArea(pivot);
  return pivotArea(pivot.radiusM, sweptAngle(sector.angleStart, sector.angleEnd));
}

/** Area of the whole system in ha. */
export function pivotSystemArea(pivot: Pivot): number {
  return pivot.areaHa ?? pivotArea(pivot.radiusM, sweptAngle(pivot.angleStart, pivot.angleEnd));
}

/** The system as the recommendation sees it; `areaHa` is the given area (of a sector or of the whole). */
export function machineOf(pivot: Pivot, areaHa = pivotSystemArea(pivot)): IrrigationMachine {
  return {
    areaHa,
    flowM3h: pivot.flowM3h,
    efficiencyPct: pivot.efficiencyPct,
    maxHoursDay: pivot.maxHoursDay,
    pumpKw: pivot.pumpKw ?? 0,
    ...(hasPanel(pivot) && { panel: { ...panelOf(pivot), part: Math.min(1, areaHa / pivotSystemArea(pivot)) } }),
  };
}

/** Whether the depth is set by the machine's speed. */
export function hasPanel({ kind }: Pick<Pivot, "kind">): boolean {
  return kind === "pivot" || kind === "linear";
}

/** Lâmina and time of a revolution at 100 %: as given, else from geometry, speed and flow. */
export function panelOf(pivot: Pivot): NonNullable<IrrigationMachine["panel"]> {
  const angle = sweptAngle(pivot.angleStart, pivot.angleEnd);
  const lastTower = pivot.lastTowerM ?? pivot.radiusM * LAST_TOWER_PART;
  const speed = pivot.speed100MH ?? DEFAULT_SPEED_100_MH;
  const time100H = pivot.time100H ?? revolutionHoursAt100(lastTower, speed, angle);
  return {
    time100H,
    depth100Mm: pivot.depth100Mm ?? depthAt100(pivot.flowM3h, time100H, pivotSystemArea(pivot)),
    minPercent: pivot.minPercent,
  };
}
