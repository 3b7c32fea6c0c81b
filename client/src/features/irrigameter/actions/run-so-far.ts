import { depthAt, sweptAngle, volumeOf } from "@lamina/agronomy/machine/pivot";
import { sectorArea, systemArea, systemDepthAt100 } from "@lamina/agronomy/machine/system";
import { overlapOf } from "@lamina/agronomy/machine/wet-run";
import { HOUR_MS } from "@lamina/shared/core/time";
import type { RunEntry, RunMoment } from "@lamina/shared/records/entries";
import type { SectorCard } from "@lamina/shared/views/irrigameter";
import type { IrrigationCard } from "../board.ts";

/** Gross water of a run on one sector, mm: applied until now, and still to come. */
interface SectorWater {
  sectorId: string;
  name: string;
  appliedMm: number;
  leftMm: number;
}

/** A run and its water by sector. Times in ms since 1970 UTC. */
export interface RunSoFar {
  startAt: number;
  endAt: number;
  percent: number | null;
  sectors: SectorWater[];
}

/** The run in progress that the API has recognised from the panel's reports, and counts by itself; null without one. */
export function recognisedRun({ sectors, planned }: Pick<IrrigationCard, "sectors" | "planned">): RunSoFar | null {
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
        name: sector.name,
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
        return { sectorId: sector._id, name: sector.name, appliedMm: Math.max(0, planned.grossMm - leftMm), leftMm };
      }),
  };
}

/** The likely state of a machine's run: running while the panel reports it, otherwise ended. */
export function likelyMoment(unit: IrrigationCard): RunMoment {
  const panel = unit.pivot.status;
  return recognisedRun(unit) !== null || (panel?.running && panel.wet) ? "running" : "ended";
}

/** Gross depth in mm of an amount that a person gave: mm, a panel setting in %, or hours over `areaHa`. */
export function depthOf(
  { kind, amount }: Pick<RunEntry, "kind" | "amount">,
  pivot: IrrigationCard["pivot"],
  areaHa: number,
): number {
  if (kind === "grossMm") return amount;
  if (kind === "percent") return depthAt(amount, systemDepthAt100(pivot));
  return (pivot.flowM3h * amount) / volumeOf(1, areaHa);
}

/** Area in ha that the chosen sectors share. */
export function areaOf(pivot: IrrigationCard["pivot"], cards: readonly SectorCard[]): number {
  return cards.reduce((sum, { sector }) => sum + sectorArea(sector, pivot), 0);
}

/**
 * The water of a run that began at `startAt`, by time, for a machine without telemetry of it. A pivot wets its sectors
 * one after the other: its arm started at the panel's angle minus the swept degrees, else at the first sector. Other
 * systems wet all at once.
 * @param depthMm gross depth of one pass
 */
export function runByTime(
  { pivot, cards }: { pivot: IrrigationCard["pivot"]; cards: readonly SectorCard[] },
  { startAt, depthMm, now }: { startAt: number; depthMm: number; now: number },
): RunSoFar {
  const panel = pivot.status;
  const isPivot = pivot.kind === "pivot";
  const circle = sweptAngle(pivot.angleStart, pivot.angleEnd);
  const degreesOf = ({ sector }: SectorCard) => sweptAngle(sector.angleStart, sector.angleEnd);
  const degrees = Math.min(
    circle,
    cards.reduce((sum, card) => sum + degreesOf(card), 0),
  );
  const areaHa = isPivot ? (systemArea(pivot) * degrees) / circle : areaOf(pivot, cards);
  const wholeMs = (volumeOf(depthMm, areaHa) / pivot.flowM3h) * HOUR_MS;
  const share = wholeMs > 0 ? Math.min(1, Math.max(0, (now - startAt) / wholeMs)) : 0;
  const swept = degrees * share;
  const isReverse = panel?.direction === "reverse";
  const isSeen = panel?.running === true && Date.parse(panel.date) >= startAt;
  const from = isSeen
    ? isReverse
      ? panel.angleDeg
      : panel.angleDeg - swept
    : (cards[0]?.sector.angleStart ?? pivot.angleStart);
  return {
    startAt,
    endAt: startAt + wholeMs,
    percent: null,
    sectors: cards.map((card) => {
      const { sector } = card;
      const part = isPivot ? overlapOf(from, swept, sector.angleStart, degreesOf(card)) / degreesOf(card) : share;
      const appliedMm = depthMm * Math.min(1, part);
      return { sectorId: sector._id, name: sector.name, appliedMm, leftMm: depthMm - appliedMm };
    }),
  };
}
