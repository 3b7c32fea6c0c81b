import { panelSetting, sweptAngle } from "@lamina/agronomy/machine/pivot";
import { HOUR_MS } from "@lamina/shared/core/time";
import type { SystemLayout } from "./layout.ts";

/** A segment of a run: one sector, watered or passed over dry. */
interface SeasonSegment {
  /** Null where the machine moves without water. */
  sectorId: string | null;
  hours: number;
  /** Gross depth for the sector, mm. */
  grossMm: number;
  /** Panel setting; null for systems without a panel. */
  percent: number | null;
  fromAngle: number;
  toAngle: number;
}

/** A breakdown during a run. */
export interface Breakdown {
  /** Hours of the run before it. */
  afterHours: number;
  fault: Fault;
  /** Hours of repair. */
  hours: number;
}
/** Codes of panels. */
export type Fault = "low-pressure" | "misalignment" | "power";

/** The state of a machine at a moment. */
export interface MachineState {
  run: {
    stretches: SeasonSegment[];
    index: number;
    /** Hours of the current segment, and of the run. */
    doneH: number;
    totalH: number;
    /** Hours of the current segment that are already in applications. */
    toldH: number;
    /** Start of the uninterrupted movement, ms; null while it rests. */
    since: number | null;
    breakdown: Breakdown | null;
    reverse: boolean;
    /** Not recorded by the farmer. */
    isSecret: boolean;
  } | null;
  /** `until`: end of the repair, ms. */
  fault: { kind: Fault; tower: number | null; until: number } | null;
  angleDeg: number;
  hourMeter: number;
  /** End of the last run, ms. */
  endedAt: number;
  /** When the farmer decided to run it, ms; null otherwise. */
  wantedSince: number | null;
}

/** A completed application of water to a sector. */
export interface Application {
  sectorId: string;
  /** ms */
  start: number;
  end: number;
  grossMm: number;
  percent: number | null;
  isSecret: boolean;
}

export function parked(layout: SystemLayout, at: number): MachineState {
  return {
    run: null,
    fault: null,
    angleDeg: layout.pivot.angleStart % 360,
    hourMeter: 0,
    endedAt: at,
    wantedSince: null,
  };
}

/** Plans a run that gives each sector its gross depth in mm; other sectors are passed over dry, or left out. */
export function planRun(
  { pivot, sites }: SystemLayout,
  { angleDeg }: Pick<MachineState, "angleDeg">,
  grossOf: ReadonlyMap<string, number>,
): { stretches: SeasonSegment[]; reverse: boolean } {
  const isArc = sweptAngle(pivot.angleStart, pivot.angleEnd) < 360 || pivot.kind === "linear";
  const reverse = isArc && Math.abs(angleDeg - (pivot.angleEnd % 360)) < 1 && angleDeg !== pivot.angleStart % 360;
  const ordered = reverse ? sites.toReversed() : sites;
  const stretches = ordered.flatMap(({ sector, machine, areaHa }): SeasonSegment[] => {
    const gross = grossOf.get(sector._id) ?? 0;
    const [fromAngle, toAngle] = reverse ? [sector.angleEnd, sector.angleStart] : [sector.angleStart, sector.angleEnd];
    const way = { fromAngle, toAngle };
    if (machine.panel === undefined) {
      const hours = (10 * gross * areaHa) / machine.flowM3h;
      return gross > 0 ? [{ sectorId: sector._id, hours, grossMm: gross, percent: null, ...way }] : [];
    }
    const { depth100Mm, time100H, minPercent, part = 1 } = machine.panel;
    if (gross <= 0) return [{ sectorId: null, hours: time100H * part, grossMm: 0, percent: 100, ...way }];
    const { percent } = panelSetting(gross, depth100Mm, time100H, minPercent);
    const hours = (time100H * part * 100) / percent;
    return [{ sectorId: sector._id, hours, grossMm: (100 * depth100Mm) / percent, percent, ...way }];
  });
  return { stretches, reverse };
}

/** The least depth of a system with a panel, at 100 %, mm; constant for others. */
export function leastDepth({ sites }: SystemLayout): number {
  const machine = sites[0]?.machine;
  return machine?.panel?.depth100Mm ?? MIN_MM;
}
/** Minimum watering of a system without a panel, mm. */
const MIN_MM = 4;

/** The water, gross mm, that the current segment of a run still brings to its sector, if it has begun. */
export function waterToCome({ run }: MachineState): { sectorId: string; grossMm: number } | null {
  const stretch = run?.stretches[run.index];
  if (!run || !stretch || stretch.sectorId === null || run.doneH <= 0) return null;
  return { sectorId: stretch.sectorId, grossMm: stretch.grossMm * Math.max(0, 1 - run.doneH / stretch.hours) };
}

/** Moves a machine to a moment; returns the gross depth per sector in mm and the completed applications. */
export function moveMachine(
  state: MachineState,
  from: number,
  to: number,
): { water: Map<string, number>; finished: Application[] } {
  const water = new Map<string, number>();
  const finished: Application[] = [];
  let now = from;
  while (now < to) {
    if (state.fault) {
      if (state.fault.until > to) break;
      now = Math.max(now, state.fault.until);
      state.fault = null;
    }
    const { run } = state;
    const stretch = run?.stretches[run.index];
    if (!run || !stretch) break;
    const broken = run.breakdown;
    const untilBreak = broken ? broken.afterHours - run.totalH : Number.POSITIVE_INFINITY;
    const hours = Math.max(0, Math.min((to - now) / HOUR_MS, stretch.hours - run.doneH, untilBreak));
    run.since ??= now;
    if (stretch.sectorId !== null && stretch.hours > 0)
      water.set(stretch.sectorId, (water.get(stretch.sectorId) ?? 0) + (stretch.grossMm * hours) / stretch.hours);
    run.doneH += hours;
    run.totalH += hours;
    state.hourMeter += hours;
    now += hours * HOUR_MS;
    const part = stretch.hours > 0 ? Math.min(1, run.doneH / stretch.hours) : 1;
    state.angleDeg = (((stretch.fromAngle + part * (stretch.toAngle - stretch.fromAngle)) % 360) + 360) % 360;
    if (broken && run.totalH >= broken.afterHours - NEGLIGIBLE_H) {
      finished.push(...pauseMachine(state, now));
      run.breakdown = null;
      state.fault = {
        kind: broken.fault,
        tower: broken.fault === "misalignment" ? 1 + (Math.round(state.angleDeg) % 8) : null,
        until: now + broken.hours * HOUR_MS,
      };
    }
    if (run.doneH >= stretch.hours - NEGLIGIBLE_H) {
      finished.push(...pauseMachine(state, now));
      run.index += 1;
      run.doneH = 0;
      run.toldH = 0;
      if (run.index >= run.stretches.length) {
        state.run = null;
        state.endedAt = now;
      }
    }
  }
  return { water, finished };
}

const NEGLIGIBLE_H = 1e-6;

/** A smaller depth is added to the next application, mm. */
const MIN_TOLD_MM = 0.1;

/** Ends the uninterrupted movement of a machine; its water since the movement began is an application. */
export function pauseMachine({ run }: MachineState, at: number): Application[] {
  const stretch = run?.stretches[run.index];
  if (!run || !stretch || run.since === null) return [];
  const { since: start, isSecret } = run;
  run.since = null;
  const { sectorId, percent } = stretch;
  const grossMm = stretch.hours > 0 ? (stretch.grossMm * (run.doneH - run.toldH)) / stretch.hours : 0;
  if (sectorId === null || grossMm < MIN_TOLD_MM) return [];
  run.toldH = run.doneH;
  return [{ sectorId, start, end: at, grossMm, percent, isSecret }];
}

/** Ends a run early; the current sector's water so far is an application. */
export function stopMachine(state: MachineState, at: number): Application[] {
  const applications = pauseMachine(state, at);
  state.run = null;
  state.endedAt = at;
  return applications;
}
