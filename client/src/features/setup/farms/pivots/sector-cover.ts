import { sweptAngle } from "@lamina/agronomy/machine/pivot";

/** A smaller angle is rounding. */
const TOLERANCE_DEG = 0.5;

interface Arc {
  angleStart: number;
  angleEnd: number;
}

/** The cover of a pivot's circle by its sectors. */
interface SectorCover<Sector> {
  /** Sectors that overlap this one. Overlaps are wrong, because an area has one balance. */
  overlapped: Sector[];
  /** Degrees of the pivot's arc without a sector. */
  gapDeg: number;
  /** Degrees of this sector outside the pivot's arc. */
  beyondDeg: number;
}

/** Compares a sector with its pivot's arc and with the other sectors. Angles in degrees, clockwise from north. */
export function sectorCover<Sector extends Arc>(pivot: Arc, own: Arc, others: readonly Sector[]): SectorCover<Sector> {
  const all = [own, ...others];
  const share = (isMeant: (angle: number) => boolean) =>
    pieces([pivot, ...all])
      .filter(({ middle }) => isMeant(middle))
      .reduce((sum, { degrees }) => sum + degrees, 0);
  const ifNotable = (degrees: number) => (degrees > TOLERANCE_DEG ? degrees : 0);
  return {
    overlapped: others.filter((other) => ifNotable(share((angle) => holds(own, angle) && holds(other, angle))) > 0),
    gapDeg: ifNotable(share((angle) => holds(pivot, angle) && !all.some((sector) => holds(sector, angle)))),
    beyondDeg: ifNotable(share((angle) => holds(own, angle) && !holds(pivot, angle))),
  };
}

function holds({ angleStart, angleEnd }: Arc, angle: number): boolean {
  return (angle - angleStart + 720) % 360 < sweptAngle(angleStart, angleEnd);
}

/** The circle, split at every edge of a sector. */
function pieces(arcs: readonly Arc[]): { middle: number; degrees: number }[] {
  const cuts = arcs.flatMap(({ angleStart, angleEnd }) => [angleStart % 360, angleEnd % 360]);
  const edges = [...new Set([0, ...cuts])].sort((a, b) => a - b);
  return edges.map((edge, index) => {
    const degrees = (edges[index + 1] ?? 360) - edge;
    return { middle: edge + degrees / 2, degrees };
  });
}
