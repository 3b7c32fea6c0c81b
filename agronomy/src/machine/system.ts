import { runoffFreeDepth, standingRunoffFreeDepth } from "./pass-limit.ts";
import { depthAt100, pivotArea, revolutionHoursAt100, sweptAngle } from "./pivot.ts";

/** Values of a machine whose record leaves them empty (†); the set-up names them. */
export const MACHINE_DEFAULTS = {
  /** Distance of the last tower, part of the radius: the overhang is some 5 % of it. */
  lastTowerPart: 0.95,
  /** Speed of the last tower at 100 %, m/h: an ordinary motor. A start value. */
  speed100MH: 180,
  /** Maximum pass in mm when the soil's intake is unknown. A start value. */
  passMm: 25,
  /** Width wetted by the last span, m: rotating plates on drops wet some 12 to 18 m. A start value. */
  wettedWidthM: 15,
  /** Slope, %: pivots in Brazil are on flat to gently sloping land (Embrapa: plano, to 3 %). */
  slopePct: 2,
  /** Rows of a panel that changes its speed by angle. A start value. */
  speedRows: 8,
} as const;

type OptionalNumber = number | null | undefined;

/** The record of an irrigation system. Missing values are derived from the others. */
export interface SystemRecord {
  /** `pivot`, `linear`, `sprinkler` or `drip`. */
  kind: string;
  /** m */
  radiusM: number;
  /** m from the centre */
  lastTowerM?: OptionalNumber;
  /** Degrees from north, clockwise; equal angles mean the full circle. */
  angleStart: number;
  angleEnd: number;
  areaHa?: OptionalNumber;
  flowM3h: number;
  /** Speed of the last tower with the panel at 100 %, m/h. */
  speed100MH?: OptionalNumber;
  /** Hours of a revolution at 100 %. */
  time100H?: OptionalNumber;
  /** Gross depth in mm of a revolution at 100 %. */
  depth100Mm?: OptionalNumber;
}

/** A sector as a part of a system. */
interface SectorRecord {
  angleStart: number;
  angleEnd: number;
  areaHa?: OptionalNumber;
}

/** Whether the depth is set by the machine's speed. */
export function hasPanel({ kind }: Pick<SystemRecord, "kind">): boolean {
  return kind === "pivot" || kind === "linear";
}

/** Area of a whole system in ha: as given, else that of the swept part of the circle. */
export function systemArea(system: Pick<SystemRecord, "areaHa" | "radiusM" | "angleStart" | "angleEnd">): number {
  return system.areaHa ?? pivotArea(system.radiusM, sweptAngle(system.angleStart, system.angleEnd));
}

/** Area of a sector in ha: as given, else its part of the circle; for a system that does not turn, the whole area. */
export function sectorArea(
  sector: SectorRecord,
  system: Pick<SystemRecord, "kind" | "areaHa" | "radiusM" | "angleStart" | "angleEnd">,
): number {
  if (sector.areaHa != null) return sector.areaHa;
  if (system.kind !== "pivot") return systemArea(system);
  return pivotArea(system.radiusM, sweptAngle(sector.angleStart, sector.angleEnd));
}

function lastTowerOf({ radiusM, lastTowerM }: Pick<SystemRecord, "radiusM" | "lastTowerM">): number {
  return lastTowerM ?? radiusM * MACHINE_DEFAULTS.lastTowerPart;
}

/** Hours of a revolution at 100 %: as given, else the path of the last tower divided by its speed. */
export function timeAt100(
  system: Pick<SystemRecord, "radiusM" | "lastTowerM" | "angleStart" | "angleEnd" | "speed100MH" | "time100H">,
): number {
  if (system.time100H != null) return system.time100H;
  const speed = system.speed100MH ?? MACHINE_DEFAULTS.speed100MH;
  return revolutionHoursAt100(lastTowerOf(system), speed, sweptAngle(system.angleStart, system.angleEnd));
}

/** Gross depth in mm of a revolution at 100 %: as given, else the volume pumped in that time over the area. */
export function systemDepthAt100(system: Omit<SystemRecord, "kind">): number {
  return system.depth100Mm ?? depthAt100(system.flowM3h, timeAt100(system), systemArea(system));
}

interface PassRecord {
  wettedWidthM?: OptionalNumber;
  slopePct?: OptionalNumber;
  /** A ceiling in mm, whatever the soil's intake. */
  maxPassMm?: OptionalNumber;
}

/**
 * The greatest gross depth in mm of one pass: the depth that infiltrates without runoff (`intakeMmH`, the soil's basic
 * rate), at most the record's ceiling; 25 mm when the intake is unknown. Drip has only the ceiling, because it applies
 * water slowly.
 */
export function passLimit(system: SystemRecord & PassRecord, intakeMmH: OptionalNumber): number {
  const ceiling = system.maxPassMm ?? Number.POSITIVE_INFINITY;
  if (system.kind === "drip") return ceiling;
  if (intakeMmH == null || intakeMmH <= 0) return system.maxPassMm ?? MACHINE_DEFAULTS.passMm;
  const slopePct = system.slopePct ?? MACHINE_DEFAULTS.slopePct;
  if (!hasPanel(system)) {
    const rateMmH = system.flowM3h / (10 * systemArea(system));
    return Math.min(ceiling, standingRunoffFreeDepth(rateMmH, intakeMmH, slopePct));
  }
  const path = 2 * Math.PI * lastTowerOf(system) * (sweptAngle(system.angleStart, system.angleEnd) / 360);
  const limit = runoffFreeDepth({
    depth100Mm: systemDepthAt100(system),
    speed100MH: path / timeAt100(system),
    wettedWidthM: system.wettedWidthM ?? MACHINE_DEFAULTS.wettedWidthM,
    intakeMmH,
    slopePct,
  });
  return Math.min(ceiling, limit);
}
