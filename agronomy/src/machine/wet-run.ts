import { HOUR_MS, MINUTE_MS } from "@lamina/shared/core/time";
import { sweptAngle } from "./pivot.ts";

/** The parts of a panel's report that matter for a run. `at` in ms since 1970 UTC. */
export interface PanelReport {
  at: number;
  running: boolean;
  wet: boolean;
  direction: "forward" | "reverse" | "stopped";
  angleDeg: number;
  percent: number | null;
  flowM3h: number | null;
}

/** A report as panels send and the API stores it: an ISO moment, and nothing where a panel does not report a value. */
interface StoredReport extends Omit<PanelReport, "at" | "percent" | "flowM3h"> {
  date: string;
  percent?: number | null | undefined;
  flowM3h?: number | null | undefined;
}

/** The report with its moment in ms since 1970 UTC, and null for what the panel does not report. */
export function panelReport(report: StoredReport): PanelReport {
  const { date, running, wet, direction, angleDeg, percent = null, flowM3h = null } = report;
  return { at: Date.parse(date), running, wet, direction, angleDeg, percent, flowM3h };
}

/** An uninterrupted application of water, up to one revolution. JSON: it is stored while it runs. */
export interface WetRun {
  startAt: number;
  endAt: number;
  /** Degrees that the arm has swept. */
  sweptDeg: number;
  /** Per watered sector: start, end, applied m³, and degrees swept over it. */
  sectors: Record<string, { startAt: number; endAt: number; volumeM3: number; sweptDeg: number }>;
  /** Whether the panel always reported its flow or its setting; otherwise the nominal flow is used. */
  isMeasured: boolean;
  /** Whether it always reported its flow: then the water is measured and not estimated from hours. */
  isFlowTold?: boolean;
  /** Time-weighted panel setting; 0 where it was not reported. */
  percentTime: number;
}

/** A sector as a part of a system: clockwise from its start. */
interface Arc {
  sectorId: string;
  startDeg: number;
  endDeg: number;
  /** Share of the water while the arm is over it: 1, or the share of the area for systems whose position is not an angle. */
  weight: number;
}

export interface Machine {
  nominalFlowM3h: number;
  /** Degrees of a whole revolution. */
  circleDeg: number;
  arcs: readonly Arc[];
}

/** Reports further apart are not joined, because the machine may have stopped in between, ms. */
export const LONGEST_GAP_MS = 2 * HOUR_MS;
/** Wet runs shorter than this are a test or a flush, ms. */
const SHORTEST_RUN_MS = 30 * MINUTE_MS;

/** Whether water reaches the field at a report. */
export const appliesWater = ({ running, wet }: Pick<PanelReport, "running" | "wet">) => running && wet;

/**
 * Follows a pivot through its reports, in order of time. A run ends when the pivot stops, runs dry, is silent for too
 * long, reverses, or completes its revolution; the next report begins another.
 * @returns completed runs, and the run that continues after the last report, or begins with it
 */
export function followRuns(
  before: WetRun | null,
  reports: readonly PanelReport[],
  machine: Machine,
): { ended: WetRun[]; run: WetRun | null } {
  const ended: WetRun[] = [];
  let run = before;
  const end = () => {
    if (run !== null && run.endAt - run.startAt >= SHORTEST_RUN_MS) ended.push(run);
    run = null;
  };
  for (const [index, report] of reports.entries()) {
    const previous = reports[index - 1];
    if (previous === undefined) continue;
    const isJoined = appliesWater(previous) && report.at - previous.at <= LONGEST_GAP_MS;
    const hasTurned = report.direction !== previous.direction && report.direction !== "stopped";
    if (!isJoined) end();
    else run = advance(run, previous, report, machine);
    if (!appliesWater(report) || hasTurned || (run !== null && run.sweptDeg >= machine.circleDeg)) end();
  }
  const last = reports[reports.length - 1];
  return { ended, run: run ?? (last && appliesWater(last) ? begunAt(last) : null) };
}

/** A run at its first report: no water is known yet. */
const begunAt = ({ at }: PanelReport): WetRun => ({
  startAt: at,
  endAt: at,
  sweptDeg: 0,
  sectors: {},
  isMeasured: true,
  isFlowTold: true,
  percentTime: 0,
});

function advance(run: WetRun | null, from: PanelReport, to: PanelReport, machine: Machine): WetRun {
  const hours = (to.at - from.at) / HOUR_MS;
  const flow = from.flowM3h ?? machine.nominalFlowM3h;
  const sweptDeg = sweepOf(from, to);
  const next = run ?? begunAt(from);
  const sectors = { ...next.sectors };
  for (const { sectorId, degrees, share } of sharesOf(from, sweptDeg, machine.arcs)) {
    const sector = sectors[sectorId] ?? { startAt: from.at, endAt: from.at, volumeM3: 0, sweptDeg: 0 };
    sectors[sectorId] = {
      ...sector,
      endAt: to.at,
      volumeM3: sector.volumeM3 + share * flow * hours,
      sweptDeg: sector.sweptDeg + degrees,
    };
  }
  return {
    ...next,
    endAt: to.at,
    sweptDeg: next.sweptDeg + sweptDeg,
    sectors,
    isFlowTold: next.isFlowTold === true && from.flowM3h !== null,
    isMeasured: next.isMeasured && (from.flowM3h !== null || from.percent !== null),
    percentTime: next.percentTime + (from.percent ?? 0) * (to.at - from.at),
  };
}

/** Degrees between two reports in the direction of travel. */
function sweepOf(from: PanelReport, to: PanelReport): number {
  const [start, end] = from.direction === "reverse" ? [to.angleDeg, from.angleDeg] : [from.angleDeg, to.angleDeg];
  return start === end ? 0 : sweptAngle(start, end);
}

/** The part of a sweep in each sector; a stopped arm waters the sector below it. */
function sharesOf(from: PanelReport, sweptDeg: number, arcs: readonly Arc[]) {
  const start = from.direction === "reverse" ? from.angleDeg - sweptDeg : from.angleDeg;
  const overlaps = arcs.map(({ sectorId, startDeg, endDeg, weight }) => ({
    sectorId,
    weight,
    degrees: overlapOf(start, sweptDeg, startDeg, sweptAngle(startDeg, endDeg)),
    isBelowArm: contains(startDeg, endDeg, from.angleDeg),
  }));
  if (sweptDeg === 0)
    return overlaps.filter(({ isBelowArm }) => isBelowArm).map((part) => ({ ...part, share: part.weight }));
  return overlaps
    .filter(({ degrees }) => degrees > 0)
    .map((part) => ({ ...part, share: (part.weight * part.degrees) / sweptDeg }));
}

const positive = (degrees: number) => ((degrees % 360) + 360) % 360;

const contains = (startDeg: number, endDeg: number, angle: number) =>
  positive(angle - startDeg) <= sweptAngle(startDeg, endDeg);

/** Degrees that two arcs share, each given by its start and its length in degrees, clockwise. */
export function overlapOf(start: number, length: number, otherStart: number, otherLength: number): number {
  const offset = positive(start - otherStart);
  const within = (from: number) => Math.max(0, Math.min(from + length, otherLength) - Math.max(from, 0));
  return within(offset) + within(offset - 360);
}
