import { createEvents } from "../events.ts";
import { createTelemetry, type TelemetryContext } from "../telemetry/service.ts";
import { keepPast } from "./keep-past.ts";
import type { FarmLayout } from "./layout.ts";
import type { Pace, Simulation, SimulationState } from "./simulation.ts";
import { recordWaterings } from "./waterings.ts";

const HOUR_MS = 3_600_000;
/** Of a longer absence only the last days are told; before them the farm lay in the dark. */
const TOLD_MS = 14 * 24 * HOUR_MS;
const IN_THE_DARK: Pace = { minutes: () => Number.POSITIVE_INFINITY, isSparse: true };

/** Makes good the time in which the program did not run. Changes the state. */
export async function catchUp(
  { database, clock, log }: Omit<TelemetryContext, "events">,
  { layouts, simulation }: { layouts: readonly FarmLayout[]; simulation: Simulation },
  state: SimulationState,
): Promise<void> {
  const now = clock.now().getTime();
  let at = Math.min(...Object.values(state.farms).map((farm) => farm.at));
  while (at < now - TOLD_MS) {
    at = Math.min(at + HOUR_MS, now - TOLD_MS);
    const { applications } = simulation.step(state, at, IN_THE_DARK);
    await recordWaterings(database, layouts, applications, "everything");
  }
  const events = createEvents((error, event) => log.error({ err: error, event }, "event handler"));
  const telemetry = createTelemetry({ database, clock, events, log });
  // Panels that are followed again tell the rest of their runs.
  await keepPast({ database, telemetry, layouts, simulation, recorder: "what no panel reports" }, state, now);
}
