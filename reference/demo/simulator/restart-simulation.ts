import { DAY_MS } from "@lamina/shared/core/time";
import { max } from "drizzle-orm";
import type { Context } from "../../api/core/context.ts";
import { anyOf } from "../../api/core/database/arrays.ts";
import type { Database } from "../../api/core/database/open.ts";
import { clients } from "../../api/schema/clients.ts";
import { simulateUnobserved } from "./catch-up.ts";
import { createSimulation, type SimulationState } from "./simulation.ts";
import type { StoredState } from "./store.ts";
import { loadLayouts } from "./world/layout.ts";

/**
 * Days that are simulated again without storing, so that fields and machines reach a state close to the lost one:
 * weather and farmer are the same.
 */
const WARM_UP_MS = 45 * DAY_MS;

/**
 * Restarts the simulation when its stored state cannot be read, from the moment at which it was saved. The stored past
 * remains.
 */
export async function restartSimulation(
  { database, clock, log }: Pick<Context, "database" | "clock" | "log">,
  { remains, savedAt }: Pick<StoredState, "remains" | "savedAt">,
  { clientIds, seed }: { clientIds: readonly string[]; seed: number },
): Promise<SimulationState> {
  const { version = null, secrets } = remains;
  log.warn(
    { stateVersion: version },
    "the simulated farm's state is of another version or damaged: it starts again from empty",
  );
  const epoch = remains.epoch ?? (await madeAt(database, clientIds)) ?? savedAt.getTime();
  const layouts = await loadLayouts(database, clientIds, new Date(epoch));
  const simulation = createSimulation(layouts, { seed, epoch });
  const from = Math.min(savedAt.getTime(), clock.now().getTime());
  const state = simulation.begin(from - WARM_UP_MS);
  simulateUnobserved(simulation, state, from);
  return { ...state, secrets: { ...secrets } };
}

/** When the demo was added: later devices belong to people. */
async function madeAt(database: Database, clientIds: readonly string[]): Promise<number | undefined> {
  const [row] = await database
    .select({ at: max(clients.createdAt) })
    .from(clients)
    .where(anyOf(clients._id, clientIds));
  return row?.at?.getTime();
}
