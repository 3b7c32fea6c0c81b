import { eq } from "drizzle-orm";
import type { Database } from "../../core/database/open.ts";
import { simulations } from "../../schema/simulator.ts";
import type { SimulationState } from "./simulation.ts";
import { type Remains, readState, STATE_VERSION } from "./state.ts";

/** There is one simulation in an installation. */
const NAME = "demo";

/** What an earlier start of the program left. */
export interface Kept {
  /** Undefined where it is of another version or damaged. */
  state: SimulationState | undefined;
  remains: Remains;
  savedAt: Date;
}

export async function loadState(database: Database): Promise<Kept | undefined> {
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
