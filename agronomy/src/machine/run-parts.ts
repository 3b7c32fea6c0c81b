import { HOUR_MS } from "@lamina/shared/core/time";
import { depthAt, sweptAngle, volumeOf } from "./pivot.ts";
import { type SystemRecord, sectorArea, systemArea, systemDepthAt100 } from "./system.ts";
import { overlapOf, type PanelReport } from "./wet-run.ts";

/** The amount of a run as a person gives it: one of the three. The gross depth takes precedence, then the setting. */
interface RunAmount {
  grossMm?: number | undefined;
  percent?: number | undefined;
  /** Of the whole run. */
  hours?: number | undefined;
}

/** A sector of the machine. */
interface RunSector {
  _id: string;
  angleStart: number;
  angleEnd: number;
  areaHa?: number | null | undefined;
}

/** A machine, the sectors of its run and the last report of its panel. */
export interface RunPlace {
  machine: SystemRecord;
  sectors: readonly RunSector[];
  panel: Pick<PanelReport, "at" | "running" | "direction" | "angleDeg"> | null;
}

/** A run and its gross water by sector in mm: applied, and still to come. Times in ms since 1970 UTC. */
export interface RunWater {
  startAt: number;
  endAt: number;
  sectors: { sectorId: string; appliedMm: number; leftMm: number }[];
}

/** A run as a person records it. `start`: an ISO moment. */
export interface RecordedRun extends RunAmount {
  start: string;
  /** `running`: it continues after the moment of the record. */
  state: "ended" | "running";
}

/** The record of what one sector got, or is planned to get. `start`, `end`: ISO moments. */
export interface RunPart extends RunAmount {
  sectorId: string;
  start: string;
  end?: string | undefined;
  planned?: true | undefined;
}

/** The minimum of the contract: depth in mm, and hours. */
const MIN_AMOUNT = 0.1;

/** Gross depth in mm of an amount on some sectors. */
export function runDepth(amount: RunAmount, { machine, sectors }: Pick<RunPlace, "machine" | "sectors">): number {
  const { grossMm, percent, hours = 0 } = amount;
  if (grossMm !== undefined) return grossMm;
  if (percent !== undefined) return depthAt(percent, systemDepthAt100(machine));
  return (machine.flowM3h * hours) / volumeOf(1, areaOf(machine, sectors));
}

/**
 * The water until `now` of a run that began at `start`, by time, for a machine without telemetry of it. A pivot wets its
 * sectors one after the other: its arm started at the panel's angle minus the swept degrees, else at the first sector.
 * Other systems wet all at once.
 * @param now ms since 1970 UTC
 */
export function runByTime(place: RunPlace, run: RunAmount & { start: string }, now: number): RunWater {
  const { machine, sectors, panel } = place;
  const startAt = Date.parse(run.start);
  const depthMm = runDepth(run, place);
  const isPivot = machine.kind === "pivot";
  const circle = sweptAngle(machine.angleStart, machine.angleEnd);
  const degreesOf = (sector: RunSector) => sweptAngle(sector.angleStart, sector.angleEnd);
  const degrees = Math.min(
    circle,
    sectors.reduce((sum, sector) => sum + degreesOf(sector), 0),
  );
  const areaHa = isPivot ? (systemArea(machine) * degrees) / circle : areaOf(machine, sectors);
  const wholeMs = (volumeOf(depthMm, areaHa) / machine.flowM3h) * HOUR_MS;
  const share = wholeMs > 0 ? Math.min(1, Math.max(0, (now - startAt) / wholeMs)) : 0;
  const swept = degrees * share;
  const isSeen = panel?.running === true && panel.at >= startAt;
  const seenFrom = panel?.direction === "reverse" ? panel.angleDeg : (panel?.angleDeg ?? 0) - swept;
  const from = isSeen ? seenFrom : (sectors[0]?.angleStart ?? machine.angleStart);
  return {
    startAt,
    endAt: startAt + wholeMs,
    sectors: sectors.map((sector) => {
      const part = isPivot ? overlapOf(from, swept, sector.angleStart, degreesOf(sector)) / degreesOf(sector) : share;
      const appliedMm = depthMm * Math.min(1, part);
      return { sectorId: sector._id, appliedMm, leftMm: depthMm - appliedMm };
    }),
  };
}

/**
 * The records of a run, for each of its sectors. What ended is applied whole; of a run in progress only what was
 * applied until `now`, and the rest is planned.
 * @param now ms since 1970 UTC
 */
export function runParts(place: RunPlace, run: RecordedRun, now: number): RunPart[] {
  const { state, start } = run;
  if (state === "ended")
    return place.sectors.map((sector) => ({ sectorId: sector._id, start, ...amountOn(sector, run, place) }));
  const { startAt, endAt, sectors } = runByTime(place, run, now);
  const at = iso(now);
  return sectors.flatMap(({ sectorId, appliedMm, leftMm }): RunPart[] => [
    ...(appliedMm >= MIN_AMOUNT ? [{ sectorId, start, end: at, grossMm: tenths(appliedMm) }] : []),
    ...(leftMm >= MIN_AMOUNT
      ? [
          {
            ...{ sectorId, start: startAt > now ? start : at, end: iso(Math.max(endAt, now)) },
            ...{ grossMm: tenths(leftMm), planned: true as const },
          },
        ]
      : []),
  ]);
}

/** The amount of a run on one of its sectors: hours by area, because each hour gives the whole flow to one place. */
function amountOn(
  sector: RunSector,
  { grossMm, percent, hours }: RunAmount,
  { machine, sectors }: RunPlace,
): RunAmount {
  if (grossMm !== undefined) return { grossMm };
  if (percent !== undefined || hours === undefined) return { percent };
  return { hours: Math.max(MIN_AMOUNT, (hours * areaOf(machine, [sector])) / areaOf(machine, sectors)) };
}

function areaOf(machine: SystemRecord, sectors: readonly RunSector[]): number {
  return sectors.reduce((sum, sector) => sum + sectorArea(sector, machine), 0);
}

const tenths = (value: number) => Math.round(value * 10) / 10;
const iso = (at: number) => new Date(Math.round(at)).toISOString();
