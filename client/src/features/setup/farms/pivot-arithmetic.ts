import { M3_PER_MM_HA } from "@lamina/shared/units";
import { sweepOf, wedgeAreaHa } from "../../../ui/map/geometry.ts";

/** What a pivot's form says; undefined where nothing is written yet. */
export interface PivotGeometry {
  radiusM?: number | undefined;
  lastTowerM?: number | undefined;
  angleStart?: number | undefined;
  angleEnd?: number | undefined;
  areaHa?: number | undefined;
  flowM3h?: number | undefined;
  speed100MH?: number | undefined;
  time100H?: number | undefined;
}

/** Area in ha of the circle or of its part. */
export function pivotAreaHa({ radiusM, angleStart = 0, angleEnd = 360 }: PivotGeometry): number | undefined {
  return radiusM === undefined ? undefined : wedgeAreaHa(radiusM, angleStart, angleEnd);
}

/** Hours of a revolution at 100 %: the way of the last tower by its speed. */
export function revolutionHours(pivot: PivotGeometry): number | undefined {
  const { radiusM, lastTowerM = radiusM, angleStart = 0, angleEnd = 360, speed100MH } = pivot;
  if (lastTowerM === undefined || !speed100MH) return undefined;
  return (2 * Math.PI * lastTowerM * (sweepOf(angleStart, angleEnd) / 360)) / speed100MH;
}

/** Gross depth in mm of a revolution at 100 %: what is pumped meanwhile, over the area (1 mm on 1 ha is 10 m³). */
export function depth100Mm(pivot: PivotGeometry): number | undefined {
  const hours = pivot.time100H ?? revolutionHours(pivot);
  const area = pivot.areaHa ?? pivotAreaHa(pivot);
  if (hours === undefined || !area || pivot.flowM3h === undefined) return undefined;
  return (pivot.flowM3h * hours) / (M3_PER_MM_HA * area);
}
