import { groundFlow } from "@lamina/agronomy/machine/calibration";
import { sweptAngle, volumeOf } from "@lamina/agronomy/machine/pivot";
import { sectorArea } from "@lamina/agronomy/machine/system";
import { followRuns, panelReport, type WetRun } from "@lamina/agronomy/machine/wet-run";
import type { PivotStatus } from "@lamina/shared/records/farm";
import type { IrrigationCard } from "../board.ts";

/** A run that the panel's reports show: times in ms since 1970 UTC, angles in °, gross mm by sector. */
export interface PanelRun {
  startAt: number;
  endAt: number;
  fromDeg: number;
  toDeg: number;
  /** Mean over the wetted area. */
  meanMm: number;
  sectors: { sectorId: string; name: string; grossMm: number }[];
}

/**
 * The runs of a pivot that ended, newest first, by the same rules as the API's (agronomy, wet-run). None for systems
 * without an angle.
 * @param reports of its panel, oldest first
 */
export function panelRuns(
  reports: readonly PivotStatus[],
  { pivot, sectors }: Pick<IrrigationCard, "pivot" | "sectors">,
): PanelRun[] {
  if (pivot.kind !== "pivot") return [];
  const panel = reports.map(panelReport);
  const { ended } = followRuns(null, panel, {
    nominalFlowM3h: groundFlow(pivot),
    circleDeg: sweptAngle(pivot.angleStart, pivot.angleEnd),
    arcs: sectors.map(({ sector }) => ({
      sectorId: sector._id,
      startDeg: sector.angleStart,
      endDeg: sector.angleEnd,
      weight: 1,
    })),
  });
  return [...ended]
    .reverse()
    .filter(({ sweptDeg }) => sweptDeg >= 1)
    .map((run) => {
      const first = panel.find(({ at }) => at === run.startAt);
      const turned = first?.direction === "reverse" ? -run.sweptDeg : run.sweptDeg;
      const fromDeg = first?.angleDeg ?? 0;
      return {
        startAt: run.startAt,
        endAt: run.endAt,
        fromDeg,
        toDeg: (((fromDeg + turned) % 360) + 360) % 360,
        ...waterOf(run, { pivot, sectors }),
      };
    });
}

function waterOf(run: WetRun, { pivot, sectors }: Pick<IrrigationCard, "pivot" | "sectors">) {
  const wet = sectors.flatMap(({ sector }) => {
    const part = run.sectors[sector._id];
    if (!part || part.sweptDeg <= 0) return [];
    const areaHa = sectorArea(sector, pivot);
    const wetHa = (areaHa * Math.min(part.sweptDeg, degrees(sector))) / degrees(sector);
    return [
      {
        sectorId: sector._id,
        name: sector.name,
        grossMm: part.volumeM3 / volumeOf(1, areaHa),
        wetHa,
        m3: part.volumeM3,
      },
    ];
  });
  const wetHa = wet.reduce((sum, one) => sum + one.wetHa, 0);
  const m3 = wet.reduce((sum, one) => sum + one.m3, 0);
  return {
    meanMm: wetHa > 0 ? m3 / volumeOf(1, wetHa) : 0,
    sectors: wet.map(({ sectorId, name, grossMm }) => ({ sectorId, name, grossMm })),
  };
}

const degrees = ({ angleStart, angleEnd }: { angleStart: number; angleEnd: number }) =>
  sweptAngle(angleStart, angleEnd);
