import { depthAt100 } from "./pivot.ts";
import { hasPanel, type SystemRecord, systemArea, systemDepthAt100, timeAt100 } from "./system.ts";
import { type Can, christiansen, driestQuarter, driestQuarterOf, heermannHein } from "./uniformity.ts";

type OptionalValue<Value> = Value | null | undefined;

/** A measurement at a machine, by its kind. */
export interface Calibration {
  /** The day from which it counts, `yyyy-mm-dd`. */
  date: string;
  /** `cans`: catch cans; `revolution`: a timed revolution; `flow`: the flow at the machine. */
  kind: "cans" | "revolution" | "flow";
  /** Panel setting of the test, %. */
  percent?: OptionalValue<number>;
  cans?: OptionalValue<readonly Can[]>;
  /** Hours of the whole revolution at that setting. */
  hours?: OptionalValue<number>;
  flowM3h?: OptionalValue<number>;
}

/** What measurements add to the record of a system. */
interface Measured {
  /** Share of the pumped depth that the cans caught; 1 when none were set out. */
  groundPart: number;
  /** Mean of the driest quarter over the mean of all cans, %. */
  driestPct?: number;
}

/** A system with its measured values in place of those of its record. */
export type Calibrated<System> = System & Partial<Measured>;

type Fields = SystemRecord & { cucPct?: OptionalValue<number>; cucDate?: OptionalValue<string> };

/** Cans belong to the flow and the time of their day, so they come after them. */
const ORDER = ["flow", "revolution", "cans"];

/**
 * The system as its measurements up to a day show it. Each kind counts from its day until the next of its kind. A new flow
 * or time changes the depth in proportion, and the share that the cans caught remains until cans are set out again.
 */
export function calibratedOn<System extends Fields>(
  system: System,
  calibrations: readonly Calibration[],
  day: string,
): Calibrated<System> {
  return calibrations
    .filter(({ date }) => date <= day)
    .sort((one, other) =>
      one.date === other.date ? ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind) : one.date < other.date ? -1 : 1,
    )
    .reduce<Calibrated<System>>(measuredBy, system);
}

function measuredBy<System extends Fields>(
  system: Calibrated<System>,
  { date, kind, percent, cans, hours, flowM3h }: Calibration,
): Calibrated<System> {
  if (kind === "flow" && flowM3h != null) return withDepth({ ...system, flowM3h });
  if (!hasPanel(system) || percent == null) return system;
  if (kind === "revolution" && hours != null) return withDepth({ ...system, time100H: (hours * percent) / 100 });
  if (kind !== "cans" || cans == null || cans.length === 0) return system;
  const weighted = weightedCans(cans, system.kind);
  const pumped = depthAt100(system.flowM3h, timeAt100(system), systemArea(system));
  return withDepth({
    ...system,
    groundPart: (meanDepth(weighted) * percent) / 100 / pumped,
    driestPct: driestQuarter(weighted),
    cucPct: system.kind === "pivot" ? heermannHein(cans) : christiansen(cans.map(({ depthMm }) => depthMm)),
    cucDate: date,
  });
}

/** The depth at 100 % from flow, time and area, times the share that reaches the cans. */
function withDepth<System extends Fields>(system: Calibrated<System>): Calibrated<System> {
  if (!hasPanel(system)) return system;
  return { ...system, depth100Mm: (system.groundPart ?? 1) * systemDepthAt100({ ...system, depth100Mm: null }) };
}

/** Maximum share of the pumped depth that cans catch (†): meters and timers are off by some 10 % each, and wind carries water along. */
export const MAX_CAUGHT = 1.2;

/**
 * What cans caught in mm, as their mean, beside what the machine pumped on its area at their setting: flow × time ÷ area,
 * by the measurements of flow and time until their day. Null without cans.
 */
export function caughtOf(
  system: Fields,
  { date, kind, percent, cans }: Calibration,
  others: readonly Calibration[],
): { caughtMm: number; pumpedMm: number } | null {
  if (kind !== "cans" || percent == null || cans == null || cans.length === 0 || !hasPanel(system)) return null;
  const ofDay = calibratedOn(system, others, date);
  const pumpedMm = (100 * depthAt100(ofDay.flowM3h, timeAt100(ofDay), systemArea(ofDay))) / percent;
  return { caughtMm: meanDepth(weightedCans(cans, system.kind)), pumpedMm };
}

/** The flow in m³/h of which the whole depth was caught by the cans; the pumped flow without cans. */
export function groundFlow({ flowM3h, groundPart = 1 }: { flowM3h: number } & Partial<Measured>): number {
  return flowM3h * groundPart;
}

/** Minimum share of the driest quarter that counts (†): a test below it has faulty cans or a broken machine. */
const MIN_DRIEST = 0.5;

/** Share of the mean depth that the driest quarter gets, of the cans or, without them, of the recorded CUC; undefined without both. */
export function driestPartOf({ driestPct, cucPct }: Partial<Measured> & Pick<Fields, "cucPct">): number | undefined {
  const percent = driestPct ?? (cucPct == null ? undefined : driestQuarterOf(cucPct));
  return percent === undefined ? undefined : Math.min(1, Math.max(MIN_DRIEST, percent / 100));
}

/** Each can of a pivot represents the area of its ring; those of a linear machine represent equal areas. */
function weightedCans(cans: readonly Can[], kind: string): readonly Can[] {
  return kind === "pivot" ? cans : cans.map(({ depthMm }) => ({ radiusM: 1, depthMm }));
}

/** Mean depth in mm of cans, by the area that each represents (ISO 11545; Heermann & Hein 1968, Trans. ASAE 11(1)). */
function meanDepth(cans: readonly Can[]): number {
  const weight = cans.reduce((sum, { radiusM }) => sum + radiusM, 0);
  return cans.reduce((sum, { radiusM, depthMm }) => sum + radiusM * depthMm, 0) / weight;
}
