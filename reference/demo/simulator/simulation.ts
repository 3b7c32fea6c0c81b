import { HOUR_MS, MINUTE_MS } from "@lamina/shared/core/time";
import type { CommandOrder } from "@lamina/shared/records/commands/pivot-command";
import type { PivotTelemetry, TelemetryBatch } from "@lamina/shared/records/readings";
import type { Variable } from "@lamina/shared/records/telemetry";
import { createFarmWorld, type FarmState, type FarmWorld, type KnownApplication } from "./world/farm-world.ts";
import { countVolumes, panelStatus, readDevice } from "./world/instruments.ts";
import type { FarmLayout } from "./world/layout.ts";
import { obeyOrder } from "./world/panel-motion.ts";
import { quirksOf } from "./world/quirks.ts";

/** Interval of reports of an unchanged machine while the past is generated in bulk. */
const UNCHANGED_MS = { running: 3 * HOUR_MS, standing: 6 * HOUR_MS } as const;

export interface SimulationState {
  seed: number;
  /** End of the generated past, ms. */
  epoch: number;
  farms: Record<string, FarmState>;
  /** Secrets with which the devices sign in at the broker, by serial number. */
  secrets: Record<string, string>;
}

/** Messages of the devices at a moment, and completed applications. */
export interface Happening {
  batches: TelemetryBatch[];
  statuses: PivotTelemetry[];
  applications: KnownApplication[];
}

/** Variables of which people read the current value or daily values, so that a year of the past does not need hourly ones. */
const MINOR: ReadonlySet<Variable> = new Set(["gust", "windDir", "pressure", "soilTemp", "ec", "level"]);
const MINOR_HOURS = 3;

function withoutMinor(batch: TelemetryBatch, at: number): TelemetryBatch {
  if (at % (MINOR_HOURS * HOUR_MS) === 0) return batch;
  return { ...batch, readings: batch.readings.filter(({ variable }) => !MINOR.has(variable)) };
}

/** Rate of messages. */
export interface Pace {
  /** Minutes between two messages of a device, from its interval. */
  minutes(intervalMin: number): number;
  /** Whether unchanged pivots report seldom, and minor variables every few hours. */
  isSparse: boolean;
}

/** The interval of each device. */
export const AS_SET: Pace = { minutes: (intervalMin) => intervalMin, isSparse: false };

/** Whether a device sends at a moment, given its last message: at whole multiples of its interval. */
function isDue(last: number | undefined, at: number, minutes: number): boolean {
  if (last === undefined || minutes === 0) return true;
  const turn = (moment: number) => Math.floor(moment / (minutes * MINUTE_MS));
  return turn(at) > turn(last);
}

/** Simulated farms with their devices. */
export function createSimulation(layouts: readonly FarmLayout[], { seed, epoch }: { seed: number; epoch: number }) {
  const quirks = quirksOf(layouts, seed, epoch);
  const worlds = layouts.map((layout) => createFarmWorld(layout, { seed, secretRuns: quirks.secretRuns }));
  const options = { seed, epoch, quirks };

  function stateOf(state: SimulationState, { layout, begin, complete }: FarmWorld): FarmState {
    const { _id } = layout.farm;
    const farm = state.farms[_id] ?? begin(Math.max(...Object.values(state.farms).map(({ at }) => at)));
    state.farms[_id] = farm;
    complete(farm);
    return farm;
  }

  function speak(world: FarmWorld, state: FarmState, pace: Pace): Pick<Happening, "batches" | "statuses"> {
    const due = world.layout.devices.filter(({ device }) =>
      isDue(state.spokeAt[device.serial], state.at, pace.minutes(device.intervalMin)),
    );
    if (due.length === 0) return { batches: [], statuses: [] };
    const sky = world.weather.at(state.at);
    const batches = due.flatMap((layout) => {
      state.spokeAt[layout.device.serial] = state.at;
      const batch = readDevice(layout, { world, state, sky }, options);
      if (batch === undefined) return [];
      const sent = pace.isSparse ? withoutMinor(batch, state.at) : batch;
      return sent.readings.length > 0 ? [sent] : [];
    });
    const statuses = due.flatMap(({ device }) => {
      if (device.sensorTypeId !== "pivot-panel") return [];
      const system = world.layout.systems.find(({ pivot }) => pivot._id === device.pivotId);
      // During a secret watering the panel is off.
      if (system === undefined || state.machines[system.pivot._id]?.run?.isSecret) return [];
      const status = panelStatus(system, state, world.layout.farm.timezone);
      const what = [status.running, status.wet, status.direction, status.percent, status.fault].join();
      const last = state.reported[device.serial];
      const longest = status.running ? UNCHANGED_MS.running : UNCHANGED_MS.standing;
      if (pace.isSparse && last?.what === what && state.at - last.at < longest) return [];
      state.reported[device.serial] = { at: state.at, what };
      return [{ ...status, serial: device.serial }];
    });
    return { batches, statuses };
  }

  return {
    quirks,

    begin(at: number): SimulationState {
      const farms = Object.fromEntries(worlds.map((world) => [world.layout.farm._id, world.begin(at)] as const));
      return { seed, epoch, farms, secrets: {} };
    },

    /** Advances all farms to a moment, at most an hour ahead; devices send when due. Changes the state. */
    step(state: SimulationState, to: number, pace: Pace): Happening {
      const happening: Happening = { batches: [], statuses: [], applications: [] };
      for (const world of worlds) {
        const farm = stateOf(state, world);
        const before = farm.at;
        happening.applications.push(...world.advance(farm, to));
        countVolumes(world, farm, before, seed);
        const { batches, statuses } = speak(world, farm, pace);
        happening.batches.push(...batches);
        happening.statuses.push(...statuses);
      }
      return happening;
    },

    /** A machine as its panel was ordered, and the panel's report of it. Changes the state, which is at its moment. */
    obey(
      state: SimulationState,
      { serial, pivotId }: { serial: string; pivotId: string },
      order: CommandOrder,
    ): Happening {
      const world = worlds.find(({ layout }) => layout.systems.some(({ pivot }) => pivot._id === pivotId));
      const system = world?.layout.systems.find(({ pivot }) => pivot._id === pivotId);
      const farm = world && state.farms[world.layout.farm._id];
      const machine = farm?.machines[pivotId];
      if (!world || !system || !farm || !machine) return { batches: [], statuses: [], applications: [] };
      const ended = obeyOrder(system, machine, order, farm.at);
      return {
        batches: [],
        statuses: [{ ...panelStatus(system, farm, world.layout.farm.timezone), serial }],
        applications: ended.map((application) => ({ ...application, reason: "irrigation" as const })),
      };
    },
  };
}

export type Simulation = ReturnType<typeof createSimulation>;
