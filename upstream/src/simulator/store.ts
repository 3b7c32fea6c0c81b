import { eq } from "drizzle-orm";
import type { Database } from "../database/open.ts";
import type { SimulationState } from "./simulation.ts";
import { simulations } from "./table.ts";

/** There is one simulation in an installation. */
const NAME = "demo";

export async function loadState(database: Database): Promise<SimulationState | undefined> {
  const [row] = await database.select().from(simulations).where(eq(simulations.name, NAME));
  return row?.state;
}

export async function saveState(database: Database, state: SimulationState, now: Date): Promise<void> {
  const values = { state, savedAt: now };
  await database
    .insert(simulations)
    .values({ name: NAME, ...values })
    .onConflictDoUpdate({ target: simulations.name, set: values });
}
