import { setImmediate as nextTurn } from "node:timers/promises";
import type { Database } from "../../api/core/database/open.ts";
import type { Telemetry } from "../../api/telemetry/service.ts";
import { simulatePast } from "./past.ts";
import type { Simulation, SimulationState } from "./simulation.ts";
import { type Recorder, recordWaterings } from "./waterings.ts";
import type { FarmLayout } from "./world/layout.ts";

interface PastOptions {
  database: Database;
  /** A service without event listeners, because the past needs no notifications. */
  telemetry: Pick<Telemetry, "ingestMany" | "ingestPivots">;
  layouts: readonly FarmLayout[];
  simulation: Simulation;
  recorder: Recorder;
  /** Receives the number of completed days. */
  progress?: (days: number) => void;
  /** Aborts between two chapters. */
  signal?: AbortSignal | undefined;
}

/**
 * Simulates up to a moment and stores the devices' messages and the farmer's records. Changes the state.
 * @throws the signal's reason when it is aborted
 */
export async function storePast(options: PastOptions, state: SimulationState, to: number): Promise<void> {
  const { database, telemetry, layouts, simulation, recorder, progress, signal } = options;
  for (const { batches, statuses, applications, day } of simulatePast(simulation, state, to)) {
    await telemetry.ingestMany(batches);
    await telemetry.ingestPivots(statuses);
    await recordWaterings(database, layouts, applications, recorder);
    progress?.(day);
    // An embedded database answers without a turn of the event loop, so signals and messages need this one.
    await nextTurn();
    signal?.throwIfAborted();
  }
}
