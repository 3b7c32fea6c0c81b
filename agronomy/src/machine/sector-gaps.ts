import { sweptAngle } from "./pivot.ts";
import type { TableSector } from "./sector-speeds.ts";

interface Circle {
  startDeg: number;
  endDeg: number;
  areaHa: number;
}

/** Smaller gaps come from rounding of the sectors' angles, °. */
const MIN_GAP_DEG = 0.5;

/** Degrees from the start of a circle clockwise to an angle, 0 to 360. */
const degreesFrom = (startDeg: number, angleDeg: number) => (((angleDeg - startDeg) % 360) + 360) % 360;

/**
 * The sectors of a machine clockwise from its start, with the ground between them that none of them covers, such as a sector
 * without a crop: the arm passes over it without water, and what a joined row would put on it is lost.
 */
export function withDryGaps(sectors: readonly TableSector[], { startDeg, endDeg, areaHa }: Circle): TableSector[] {
  const sweep = sweptAngle(startDeg, endDeg);
  const from = ({ fromDeg }: TableSector) => degreesFrom(startDeg, fromDeg);
  const lost = Math.max(0, ...sectors.map(({ costBrlMmHa }) => costBrlMmHa));
  const gap = (fromDeg: number, degrees: number): TableSector[] =>
    degrees < MIN_GAP_DEG
      ? []
      : [
          {
            id: null,
            areaHa: (areaHa * degrees) / sweep,
            isWatered: false,
            fromDeg: (startDeg + fromDeg) % 360,
            toDeg: (startDeg + fromDeg + degrees) % 360 || 360,
            needMm: 0,
            dr: 0,
            tolerableMm: 0,
            lossBrlMmHa: 0,
            costBrlMmHa: lost,
          },
        ];
  let covered = 0;
  const all: TableSector[] = [];
  for (const sector of sectors.toSorted((a, b) => from(a) - from(b))) {
    all.push(...gap(covered, from(sector) - covered), sector);
    covered = Math.max(covered, from(sector) + sweptAngle(sector.fromDeg, sector.toDeg));
  }
  return [...all, ...gap(covered, sweep - covered)];
}
