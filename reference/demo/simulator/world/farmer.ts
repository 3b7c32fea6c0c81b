import { needsWater } from "@lamina/agronomy/balance/status";
import { sectorStatus } from "@lamina/agronomy/plan/sector-need";
import { type FarmDay, farmClock } from "@lamina/shared/core/farm-time";
import { MINUTE_MS } from "@lamina/shared/core/time";
import { chance } from "../../../api/weather/climate/chance.ts";
import type { FieldState } from "./field.ts";
import type { SystemLayout } from "./layout.ts";
import { type Breakdown, type Fault, leastDepth, type MachineState, planRun } from "./machine.ts";
import type { SecretRun } from "./quirks.ts";

/** Hours of the farm's clock: time of decisions, reserved tariff, and beginning of the machines' rest. */
const DECISION_HOUR = 7;
const RESERVED = { from: 21.5, to: 6 } as const;
export const REST_HOUR = 18;
/** Daily rain, mm, that prevents a start; and that stops a machine. */
const RAIN_ENOUGH_MM = 6;
const RAIN_STOPS_MM = 10;
/** The deepest single watering, mm, where the soil would take in more. */
const DEEPEST_MM = 22;
/** Room left for rain, mm. */
const LEAVE_MM = 3;
/** Minimum depth worth a start, mm. */
const MIN_USEFUL_MM = 5;
/** Share of runs with a breakdown. */
const BREAKDOWN_CHANCE = 0.09;
const FAULTS: readonly Fault[] = ["low-pressure", "misalignment", "power"];

/** The farmer's information on a farm at a moment. */
export interface FarmView {
  seed: number;
  at: number;
  day: FarmDay;
  timezone: string;
  fields: Readonly<Record<string, FieldState>>;
  rainTodayMm: number;
  rainYesterdayMm: number;
  /** m³/h that a water source has left. */
  freeFlow(system: SystemLayout): number;
}

/**
 * Whether a machine rests now: in peak hours of the tariff, and every day for long enough to respect its allowed hours
 * (`maxHoursDay`), which are those of its permit.
 */
export function rests(
  { maxHoursDay }: Pick<SystemLayout["pivot"], "maxHoursDay">,
  at: number,
  timezone: string,
): boolean {
  const hour = new Date(farmClock(at, timezone)).getUTCHours();
  return (hour - REST_HOUR + 24) % 24 < 24 - maxHoursDay;
}

/** Whether there was enough rain to stop a running machine. */
export const rainStops = ({ rainTodayMm }: Pick<FarmView, "rainTodayMm">) => rainTodayMm >= RAIN_STOPS_MM;

/**
 * Each morning the farmer decides for each system whether it should run: when a sector needs water by the rule of the
 * advice, or up to a day later, because some farmers wait longer than others. Without a valid permit it does not.
 */
export function decideMorning(system: SystemLayout, state: MachineState, view: FarmView): void {
  if (state.run !== null) return;
  state.wantedSince = null;
  if (system.permitUntil !== null && view.day > system.permitUntil) return;
  if (view.rainTodayMm >= RAIN_ENOUGH_MM || view.rainYesterdayMm >= RAIN_ENOUGH_MM) return;
  const patience = chance(view.seed, system.pivot._id, "patience");
  if (needs(system, view, patience).length > 0) state.wantedSince = view.at;
}

export const isDecisionTime = (at: number, timezone: string) =>
  new Date(farmClock(at, timezone)).getUTCHours() >= DECISION_HOUR;

/** Starts a wanted run, if the hour and the available water allow it. */
export function startIfTime(system: SystemLayout, state: MachineState, view: FarmView): void {
  if (state.wantedSince === null || state.run !== null || state.fault !== null) return;
  if (rests(system.pivot, view.at, view.timezone) || view.rainTodayMm >= RAIN_ENOUGH_MM) return;
  if (system.pivot.flowM3h > view.freeFlow(system)) return;
  const dry = needs(system, view);
  // In the daytime only urgent runs.
  if (!isReserved(view) && !dry.some(({ field, dr }) => dr >= field.day.raw)) return;
  start(system, state, view, depths(system, dry));
}

/** Starts, at any hour, an unrecorded run on one sector; it has no breakdown. */
export function startInSecret(system: SystemLayout, state: MachineState, { sectorId, grossMm }: SecretRun): void {
  const { stretches, reverse } = planRun(system, state, new Map([[sectorId, grossMm]]));
  const ownStretches = stretches.filter((stretch) => stretch.sectorId === sectorId);
  state.fault = null;
  state.wantedSince = null;
  const progress = { index: 0, doneH: 0, totalH: 0, toldH: 0, since: null };
  state.run = { stretches: ownStretches, reverse, ...progress, breakdown: null, isSecret: true };
}

function start(
  system: SystemLayout,
  state: MachineState,
  { seed, at }: Pick<FarmView, "seed" | "at">,
  grossOf: ReadonlyMap<string, number>,
): void {
  const planned = planRun(system, state, grossOf);
  state.wantedSince = null;
  if (planned.stretches.length === 0) return;
  const hours = planned.stretches.reduce((sum, stretch) => sum + stretch.hours, 0);
  const breakdown = breakdownOf(seed, system.pivot._id, at, hours);
  state.run = { ...planned, index: 0, doneH: 0, totalH: 0, toldH: 0, since: null, breakdown, isSecret: false };
}

/** The depth of each sector that needs water. The others are passed over dry. */
function depths(system: SystemLayout, dry: readonly Dry[]): Map<string, number> {
  const least = leastDepth(system);
  return new Map(
    dry.map(({ site: { sector, machine }, field: { day }, dr }) => {
      const gross = Math.min(dr - LEAVE_MM, day.usableMm ?? dr) / (machine.efficiencyPct / 100);
      // A deeper application would run off: the rest waits for the next revolution.
      const deepest = Math.max(least, Math.min(DEEPEST_MM, machine.passLimitMm ?? DEEPEST_MM));
      return [sector._id, Math.min(Math.max(gross, least), deepest)] as const;
    }),
  );
}

/** A sector that needs water, and its depletion now, mm. */
interface Dry {
  site: SystemLayout["sites"][number];
  field: FieldState;
  dr: number;
}

/** The sectors that need water by the rule of the advice; `patience`: days by which the farmer waits longer. */
function needs({ sites }: SystemLayout, { fields }: FarmView, patience = 0): Dry[] {
  return sites.flatMap((site) => {
    const field = fields[site.sector._id];
    if (!field || !isGrowing(field)) return [];
    const { day, rain, irrigation } = field;
    const dr = Math.max(0, day.dr - rain - irrigation);
    const { raw, useMm: etc, usableMm = dr } = day;
    if (usableMm < MIN_USEFUL_MM) return [];
    const { machine } = site;
    const { status } = sectorStatus({ dr: dr - patience * etc, raw, dp: 0, etc, machine, tariff: [] });
    return needsWater(status) ? [{ site, field, dr }] : [];
  });
}

/** A crop past its curve waits for its harvest, dry. */
const isGrowing = ({ seasonId, day }: FieldState) => seasonId !== null && day.isRipe !== true;

function isReserved({ at, timezone }: FarmView): boolean {
  const clock = new Date(farmClock(at, timezone));
  const hour = clock.getUTCHours() + clock.getUTCMinutes() / 60;
  return hour >= RESERVED.from || hour < RESERVED.to;
}

function breakdownOf(seed: number, pivotId: string, at: number, hours: number): Breakdown | null {
  const words = [seed, pivotId, Math.round(at / MINUTE_MS)] as const;
  if (chance(...words, "breaks") >= BREAKDOWN_CHANCE) return null;
  return {
    afterHours: hours * (0.1 + 0.8 * chance(...words, "when")),
    fault: FAULTS[Math.floor(FAULTS.length * chance(...words, "fault"))] ?? "power",
    hours: 0.7 + 3 * chance(...words, "mending"),
  };
}
