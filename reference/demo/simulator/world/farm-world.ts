import { addDays, type FarmDay, farmDay, startOfFarmDay } from "@lamina/shared/core/farm-time";
import { DAY_MS, HOUR_MS } from "@lamina/shared/core/time";
import { createFarmWeather } from "./farm-weather.ts";
import {
  decideMorning,
  type FarmView,
  isDecisionTime,
  rainStops,
  rests,
  startIfTime,
  startInSecret,
} from "./farmer.ts";
import { createField, type FieldState } from "./field.ts";
import type { FarmLayout, SystemLayout } from "./layout.ts";
import {
  type Application,
  type MachineState,
  moveMachine,
  parked,
  pauseMachine,
  stopMachine,
  waterToCome,
} from "./machine.ts";
import { preplantApplications } from "./preplant.ts";
import type { SecretRun } from "./quirks.ts";

const DRYING_MS = 4 * DAY_MS;

/** The variable state of a farm, stored between starts of the program. */
export interface FarmState {
  /** ms */
  at: number;
  day: FarmDay;
  /** The last day with a morning decision. */
  decidedOn: FarmDay;
  /** By sector. */
  fields: Record<string, FieldState>;
  /** By pivot. */
  machines: Record<string, MachineState>;
  /** mm of rain today, yesterday, and since the simulation began. */
  rain: { today: number; yesterday: number; total: number };
  /** Reported tips of a gauge's bucket, by sensor. */
  tips: Record<string, number>;
  /** Running totals of meters, m³, by sensor. */
  counted: Record<string, number>;
  /** Time of each device's last message, ms, by serial number. */
  spokeAt: Record<string, number>;
  /** The last reported state of each pivot, and its time. */
  reported: Record<string, { at: number; what: string }>;
  /** Values of stuck sensors, by sensor. */
  stuckAt: Record<string, number>;
}

/** An application of water to a sector, with its reason. */
export interface KnownApplication extends Application {
  reason: "irrigation" | "preplant";
}

/** A farm in which time passes: weather, fields, machines and the farmer. */
export function createFarmWorld(
  layout: FarmLayout,
  { seed, secretRuns }: { seed: number; secretRuns: readonly SecretRun[] },
) {
  const { farm, systems, seasons, capacities } = layout;
  const { timezone } = farm;
  const weather = createFarmWeather(farm, seed);
  const sites = systems.flatMap((system) => system.sites);
  const fields = new Map(
    sites.map((site) => [site.sector._id, createField(site, seasons.get(site.sector._id) ?? [])] as const),
  );

  function begin(at: number): FarmState {
    const day = farmDay(at, timezone);
    const fieldStates = [...fields].map(([id, field]) => [id, field.begin(day, weather.ofDay(day))] as const);
    return {
      at,
      day,
      decidedOn: day,
      fields: Object.fromEntries(fieldStates),
      machines: Object.fromEntries(systems.map((system) => [system.pivot._id, parked(system, at)] as const)),
      rain: { today: 0, yesterday: 0, total: 0 },
      tips: {},
      counted: {},
      spokeAt: {},
      reported: {},
      stuckAt: {},
    };
  }

  /** Adds the state of sectors and systems that people created since it was saved. */
  function complete(state: FarmState): void {
    for (const [id, field] of fields) state.fields[id] ??= field.begin(state.day, weather.ofDay(state.day));
    for (const system of systems) state.machines[system.pivot._id] ??= parked(system, state.at);
  }

  /** Simulates up to a moment, at most an hour ahead. Changes the state. */
  function advance(state: FarmState, to: number): KnownApplication[] {
    const applications: KnownApplication[] = [];
    while (state.at < to) {
      const midnight = nightAfter(state.day);
      const until = Math.min(to, midnight);
      applications.push(...pass(state, until));
      state.at = until;
      if (until === midnight) applications.push(...turnDay(state));
    }
    return applications;
  }

  function pass(state: FarmState, to: number): KnownApplication[] {
    const { at } = state;
    const hours = (to - at) / HOUR_MS;
    const rain = weather.rainBetween(at, to);
    const usePart = partOfUse(state.day, to) - partOfUse(state.day, at);
    const view = viewOf(state);
    state.rain.today += rain;
    state.rain.total += rain;
    const water = new Map<string, number>();
    const applications: KnownApplication[] = [];
    if (state.decidedOn !== state.day && isDecisionTime(at, timezone)) {
      for (const system of systems) decideMorning(system, machineOf(state, system), view);
      state.decidedOn = state.day;
    }
    for (const system of systems) {
      const machine = machineOf(state, system);
      const secret = secretRuns.find((run) => run.pivotId === system.pivot._id && run.at >= at && run.at < to);
      if (secret) {
        applications.push(...irrigated(stopMachine(machine, at)));
        startInSecret(system, machine, secret);
      } else if (!awaitsSecret(system, at)) startIfTime(system, machine, view);
      if (machine.run && rainStops(view)) applications.push(...irrigated(stopMachine(machine, at)));
      if (rests(system.pivot, at, timezone)) {
        applications.push(...irrigated(pauseMachine(machine, at)));
        continue;
      }
      const moved = moveMachine(machine, at, to);
      applications.push(...irrigated(moved.finished));
      for (const [sectorId, gross] of moved.water) water.set(sectorId, gross);
    }
    for (const { sector, machine } of sites) {
      const field = state.fields[sector._id];
      const net = (water.get(sector._id) ?? 0) * (machine.efficiencyPct / 100);
      if (field) fields.get(sector._id)?.pass(field, hours, rain, net, usePart);
    }
    return applications;
  }

  /** Before a secret run the ground dries, so that the run is visible. */
  const awaitsSecret = ({ pivot }: SystemLayout, at: number) =>
    secretRuns.some((run) => run.pivotId === pivot._id && at < run.at && at >= run.at - DRYING_MS);

  function turnDay(state: FarmState): KnownApplication[] {
    const closed = weather.ofDay(state.day);
    const next = addDays(state.day, 1);
    const applications: KnownApplication[] = [];
    const toCome = new Map(
      systems.flatMap((system) => {
        const water = waterToCome(machineOf(state, system));
        return water ? [[water.sectorId, water.grossMm] as const] : [];
      }),
    );
    for (const site of sites) {
      const { sector, machine } = site;
      const before = state.fields[sector._id];
      const field = fields.get(sector._id);
      if (!before || !field) continue;
      // A run over midnight is one wetting, of the day on which it began, as in its record.
      const early = (toCome.get(sector._id) ?? 0) * (machine.efficiencyPct / 100);
      before.irrigation += early;
      const { state: after, preplantMm } = field.nextDay(before, state.day, closed, weather.ofDay(next));
      after.irrigation -= early;
      state.fields[sector._id] = after;
      const grossMm = preplantMm / (machine.efficiencyPct / 100);
      if (grossMm > 1) applications.push(...preplantApplications(site, grossMm, state.at));
    }
    state.day = next;
    state.rain.yesterday = state.rain.today;
    state.rain.today = 0;
    return applications;
  }

  function viewOf(state: FarmState): FarmView {
    return {
      seed,
      at: state.at,
      day: state.day,
      timezone,
      fields: state.fields,
      rainTodayMm: state.rain.today,
      rainYesterdayMm: state.rain.yesterday,
      freeFlow: ({ pivot }) => {
        const sharing = systems.filter((other) => other.pivot.waterSourceId === pivot.waterSourceId);
        const used = sharing
          .filter((other) => machineOf(state, other).run !== null)
          .reduce((sum, other) => sum + other.pivot.flowM3h, 0);
        return (capacities.get(pivot.waterSourceId ?? "") ?? Number.POSITIVE_INFINITY) - used;
      },
    };
  }

  let night: { day: FarmDay; midnight: number } | undefined;
  function nightAfter(day: FarmDay): number {
    if (night?.day !== day) night = { day, midnight: startOfFarmDay(addDays(day, 1), timezone) };
    return night.midnight;
  }

  let morning: { day: FarmDay; midnight: number } | undefined;
  /** Part of the day's use up to a moment: crops use water in sunlight, from 6 to 18 h. */
  function partOfUse(day: FarmDay, moment: number): number {
    if (morning?.day !== day) morning = { day, midnight: startOfFarmDay(day, timezone) };
    const hour = (moment - morning.midnight) / HOUR_MS;
    return (1 - Math.cos(Math.PI * Math.min(1, Math.max(0, (hour - 6) / 12)))) / 2;
  }

  return { layout, weather, fields, begin, complete, advance };
}

export type FarmWorld = ReturnType<typeof createFarmWorld>;

function machineOf(state: FarmState, { pivot }: SystemLayout): MachineState {
  const machine = state.machines[pivot._id];
  if (machine === undefined) throw new RangeError(`no machine ${pivot._id}`);
  return machine;
}

const irrigated = (applications: readonly Application[]) =>
  applications.map((application): KnownApplication => ({ ...application, reason: "irrigation" }));
