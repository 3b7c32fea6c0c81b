import { MINUTE_MS } from "@lamina/shared/core/time";
import type { Simulator } from "../../api/app/demo.ts";
import type { Context } from "../../api/core/context.ts";
import { recordChanged } from "../../api/core/record-changed.ts";
import { toJson } from "../../api/core/serialize.ts";
import { catchUp } from "./catch-up.ts";
import { createOrders } from "./orders.ts";
import { restartSimulation } from "./restart-simulation.ts";
import { AS_SET, createSimulation, type Happening, type Simulation } from "./simulation.ts";
import { loadState, saveState } from "./store.ts";
import type { OpenUplink } from "./uplink.ts";
import { recordWaterings } from "./waterings.ts";
import { type FarmLayout, loadLayouts } from "./world/layout.ts";

/** Interval of the simulated farms. */
export const TICK_MS = MINUTE_MS;
/** A longer pause, such as the computer's sleep, is simulated in bulk. */
const LONGEST_STEP_MS = 15 * MINUTE_MS;
/** Interval at which the state is saved; after a crash the time since is simulated again. */
const SAVE_MS = 10 * MINUTE_MS;

/** Records that describe a farm. When people change them, the simulation reads them again. */
const DRAWN: ReadonlySet<string> = new Set([
  "Farm",
  "WaterSource",
  "WaterPermit",
  "Pivot",
  "MachineCalibration",
  "PivotSector",
  "Soil",
  "Crop",
  "Season",
  "Device",
  "Sensor",
  "Monitor",
]);

interface Farms {
  layouts: FarmLayout[];
  simulation: Simulation;
}

interface SimulatorOptions {
  clientIds: readonly string[];
  /** Seed of a simulation that restarts. */
  seed: number;
  openUplink: OpenUplink;
}

/**
 * Resumes the simulated farms from their stored state, catches up and continues: by `tick`, and at an interval if one
 * is given. Undefined without a stored state.
 */
export async function startSimulator(
  context: Pick<Context, "database" | "clock" | "events" | "log">,
  { clientIds, seed, openUplink }: SimulatorOptions,
  intervalMs: number,
): Promise<Simulator | undefined> {
  const { database, clock, events, log } = context;
  const savedState = await loadState(database);
  if (savedState === undefined) return undefined;
  const state = savedState.state ?? (await restartSimulation(context, savedState, { clientIds, seed }));

  async function look(): Promise<Farms> {
    const layouts = await loadLayouts(database, clientIds, new Date(state.epoch));
    for (const farmId of Object.keys(state.farms))
      if (!layouts.some(({ farm }) => farm._id === farmId)) delete state.farms[farmId];
    return { layouts, simulation: createSimulation(layouts, state) };
  }
  let farms = await look();
  let isChanged = false;
  const unsubscribe = events.onAnywhere(["record"], ({ clientId, entity }) => {
    isChanged ||= clientIds.includes(clientId) && entity !== undefined && DRAWN.has(entity);
  });

  await catchUp(context, farms, state);
  let savedAt = clock.now();
  await saveState(database, state, savedAt);
  const findDevice = (serial: string) =>
    farms.layouts.flatMap(({ devices }) => devices).find(({ device }) => device.serial === serial)?.device;
  const orders = createOrders({
    now: clock.now,
    layouts: () => farms.layouts,
    hasFault: (farmId, pivotId) => Boolean(state.farms[farmId]?.machines[pivotId]?.fault),
    say: (serial, answer) => uplink.send(serial, "command-states", answer),
    obey: (serial, pivotId, order) => {
      // In line with the ticks, and at this moment, so that the report is of after the order.
      turn = turn
        .then(move)
        .then(() => publish(farms.simulation.obey(state, { serial, pivotId }, order)))
        .catch((error: unknown) => log.error({ err: error }, "simulated panel"));
    },
  });
  const uplink = openUplink(findDevice, state.secrets, orders.take);

  async function move(): Promise<void> {
    if (isChanged) {
      isChanged = false;
      farms = await look();
    }
    const now = clock.now();
    const at = Math.min(...Object.values(state.farms).map((farm) => farm.at));
    if (now.getTime() <= at) return;
    if (now.getTime() - at > LONGEST_STEP_MS) await catchUp(context, farms, state);
    else await publish(farms.simulation.step(state, now.getTime(), AS_SET));
    if (now.getTime() - savedAt.getTime() < SAVE_MS) return;
    await saveState(database, state, now);
    savedAt = now;
  }

  async function publish({ batches, statuses, applications }: Happening): Promise<void> {
    await Promise.all([
      ...batches.map((batch) => uplink.send(batch.serial, "readings", batch)),
      ...statuses.map((status) => uplink.send(status.serial, "pivot", status)),
    ]);
    const written = await recordWaterings(database, farms.layouts, applications, "what no panel reports");
    await events.emitAll(
      "record",
      written.map((watering) =>
        recordChanged("Watering", {
          clientId: watering.clientId,
          recordId: watering._id,
          after: toJson(watering),
        }),
      ),
    );
  }

  let turn = Promise.resolve();
  const tick = () => {
    turn = turn.then(move).catch((error: unknown) => log.error({ err: error }, "simulated farm"));
    return turn;
  };
  const timer = setInterval(() => void tick(), intervalMs);
  return {
    tick,
    async close() {
      clearInterval(timer);
      orders.close();
      unsubscribe();
      // A message that is no longer received must not prevent the program from ending.
      const closed = uplink.close();
      await turn;
      await closed;
      await saveState(database, state, clock.now());
    },
  };
}
