import { eq } from "drizzle-orm";
import type { Database } from "../../api/core/database/open.ts";
import { simulations } from "../../api/schema/simulator.ts";
import type { SimulationState } from "./simulation.ts";
import { type Remains, readState, STATE_VERSION } from "./state.ts";

/** Each installation has one simulation. */
const NAME = "demo";

/** The stored state of an earlier start. */
export interface StoredState {
  /** Undefined when it has another version or is damaged. */
  state: SimulationState | undefined;
  remains: Remains;
  savedAt: Date;
}

export async function loadState(database: Database): Promise<StoredState | undefined> {
  const [row] = await database.select().from(simulations).where(eq(simulations.name, NAME));
  return row && { ...readState(row.state), savedAt: row.savedAt };
}

export async function saveState(database: Database, state: SimulationState, now: Date): Promise<void> {
  const values = { state: { version: STATE_VERSION, ...state }, savedAt: now };
  await database
    .insert(simulations)
    .values({ name: NAME, ...values })
    .onConflictDoUpdate({ target: simulations.name, set: values });
}
