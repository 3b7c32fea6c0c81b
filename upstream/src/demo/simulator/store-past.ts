import { setImmediate as nextTurn } from "node:timers/promises";
import type { Database } from "../../core/database/open.ts";
import type { Telemetry } from "../../telemetry/service.ts";
import type { FarmLayout } from "./layout.ts";
import { simulatePast } from "./past.ts";
import type { Simulation, SimulationState } from "./simulation.ts";
import { type Recorder, recordWaterings } from "./waterings.ts";

interface PastOptions {
  database: Database;
  /** One that nobody listens to: what is long past is no news. */
  telemetry: Pick<Telemetry, "ingestMany" | "ingestPivots">;
  layouts: readonly FarmLayout[];
  simulation: Simulation;
  recorder: Recorder;
  /** Told the days that are done. */
  progress?: (days: number) => void;
  /** Breaks it off between two chapters. */
  signal?: AbortSignal | undefined;
}

/**
 * Lets time pass up to a moment and stores what devices said and what people wrote down. Changes the state.
 * @throws the signal's reason when it is broken off
 */
export async function storePast(options: PastOptions, state: SimulationState, to: number): Promise<void> {
  const { database, telemetry, layouts, simulation, recorder, progress, signal } = options;
  for (const { batches, statuses, applications, day } of simulatePast(simulation, state, to)) {
    await telemetry.ingestMany(batches);
    await telemetry.ingestPivots(statuses);
    await recordWaterings(database, layouts, applications, recorder);
    progress?.(day);
    // An embedded database answers without a turn of the event loop: signals and messages wait for this one.
    await nextTurn();
    signal?.throwIfAborted();
  }
}
