import type { Context } from "../context.ts";
import { toWire } from "../records/wire.ts";
import { catchUp } from "./catch-up.ts";
import type { OpenDoor } from "./door.ts";
import { loadLayouts } from "./layout.ts";
import { AS_SET, createSimulation, type Happening } from "./simulation.ts";
import { loadState, saveState } from "./store.ts";
import { recordWaterings } from "./waterings.ts";

/** The simulated farms move this often. */
export const TICK_MS = 60_000;
/** What was missed for longer than this, such as while the computer slept, is made good in bulk. */
const LONGEST_STEP_MS = 15 * 60_000;
/** The state is kept this often; what happened since is simulated again after a crash. */
const SAVE_MS = 10 * 60_000;

export interface SimulatorOptions {
  clientIds: readonly string[];
  /** Where the devices bring their messages. */
  openDoor: OpenDoor;
}

/** The demo farm while the program runs. */
export interface Simulator {
  /** Lets time pass until the clock's present; resolves when all that was said is stored. */
  tick(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Takes up the simulated farms where they were left, makes good the time since and lets them live on: by `tick` and,
 * when an interval is given, by itself. Without a kept state there is nothing to live on, and no simulator.
 */
export async function startSimulator(
  context: Pick<Context, "database" | "clock" | "events" | "log">,
  { clientIds, openDoor }: SimulatorOptions,
  intervalMs: number,
): Promise<Simulator | undefined> {
  const { database, clock, events, log } = context;
  const kept = await loadState(database);
  if (kept === undefined) return undefined;
  const state = kept;
  const layouts = await loadLayouts(database, clientIds);
  const simulation = createSimulation(layouts, state);
  const farms = { layouts, simulation };
  await catchUp(context, farms, state);
  let savedAt = clock.now();
  await saveState(database, state, savedAt);
  const devices = layouts.flatMap((layout) => layout.devices.map(({ device }) => device));
  const door = openDoor(devices, state.secrets);

  async function move(): Promise<void> {
    const now = clock.now();
    const at = Math.min(...Object.values(state.farms).map((farm) => farm.at));
    if (now.getTime() <= at) return;
    if (now.getTime() - at > LONGEST_STEP_MS) await catchUp(context, farms, state);
    else await tell(simulation.step(state, now.getTime(), AS_SET));
    if (now.getTime() - savedAt.getTime() < SAVE_MS) return;
    await saveState(database, state, now);
    savedAt = now;
  }

  async function tell({ batches, statuses, applications }: Happening): Promise<void> {
    await Promise.all([
      ...batches.map((batch) => door.bring(batch.serial, "readings", batch)),
      ...statuses.map((status) => door.bring(status.serial, "pivot", status)),
    ]);
    for (const watering of await recordWaterings(database, layouts, applications, "what no panel reports")) {
      const { clientId, _id: recordId } = watering;
      await events.emit("record", { clientId, entity: "Watering", recordId, after: toWire(watering) });
    }
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
      // A message that nobody takes any more must not keep the program from ending.
      const closed = door.close();
      await turn;
      await closed;
      await saveState(database, state, clock.now());
    },
  };
}
