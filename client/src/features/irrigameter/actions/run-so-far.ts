import type { RunPlace, RunWater } from "@lamina/agronomy/machine/run-parts";
import { panelReport } from "@lamina/agronomy/machine/wet-run";
import type { RunMoment } from "@lamina/shared/records/entries";
import type { IrrigationCard } from "../board.ts";

/** A run that the panel counts. */
export interface PanelWater extends RunWater {
  percent: number | null;
}

/** The run in progress that the API has recognised from the panel's reports, and counts by itself; null without one. */
export function recognisedRun({ sectors, planned }: Pick<IrrigationCard, "sectors" | "planned">): PanelWater | null {
  const known = sectors.flatMap(({ sector, recommendation }) =>
    recommendation?.underWay ? [{ sector, run: recommendation.underWay }] : [],
  );
  const [first] = known;
  if (first)
    return {
      startAt: Date.parse(first.run.startedAt),
      endAt: Date.parse(first.run.endAt),
      percent: first.run.percent,
      sectors: known.map(({ sector, run }) => ({
        sectorId: sector._id,
        appliedMm: Math.max(0, run.grossMm - run.remainingMm),
        leftMm: run.remainingMm,
      })),
    };
  if (!planned?.underWay) return null;
  const left = new Map(planned.remainingBySector?.map(({ sectorId, remainingMm }) => [sectorId, remainingMm]));
  return {
    startAt: Date.parse(planned.startAt),
    endAt: Date.parse(planned.endAt),
    percent: planned.percent,
    sectors: sectors
      .filter(({ sector }) => left.has(sector._id))
      .map(({ sector }) => {
        const leftMm = left.get(sector._id) ?? 0;
        return { sectorId: sector._id, appliedMm: Math.max(0, planned.grossMm - leftMm), leftMm };
      }),
  };
}

/** The likely state of a machine's run: running while the panel reports it, otherwise ended. */
export function likelyMoment(unit: IrrigationCard): RunMoment {
  const panel = unit.pivot.status;
  return recognisedRun(unit) !== null || (panel?.running && panel.wet) ? "running" : "ended";
}

/** The machine of a card as the place of a run on some of its sectors. */
export function runPlace(
  { pivot, sectors }: Pick<IrrigationCard, "pivot" | "sectors">,
  sectorIds: readonly string[],
): RunPlace {
  return {
    machine: pivot,
    sectors: sectors.flatMap(({ sector }) => (sectorIds.includes(sector._id) ? [sector] : [])),
    panel: pivot.status ? panelReport(pivot.status) : null,
  };
}
