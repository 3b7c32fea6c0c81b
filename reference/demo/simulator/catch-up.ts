import { DAY_MS, HOUR_MS } from "@lamina/shared/core/time";
import { createEvents } from "../../api/core/events.ts";
import { createTelemetry, type TelemetryContext } from "../../api/telemetry/service.ts";
import type { Pace, Simulation, SimulationState } from "./simulation.ts";
import { storePast } from "./store-past.ts";
import { recordWaterings } from "./waterings.ts";
import type { KnownApplication } from "./world/farm-world.ts";
import type { FarmLayout } from "./world/layout.ts";

/** Longest absence for which devices send readings; before it the farm is simulated without them. */
const REPORTED_MS = 14 * DAY_MS;
const UNOBSERVED: Pace = { minutes: () => Number.POSITIVE_INFINITY, isSparse: true };

/** Simulates up to a moment without messages of devices. Changes the state. @returns completed waterings */
export function simulateUnobserved(simulation: Simulation, state: SimulationState, to: number): KnownApplication[] {
  const applications: KnownApplication[] = [];
  for (let at = startOf(state); at < to; ) {
    at = Math.min(at + HOUR_MS, to);
    applications.push(...simulation.step(state, at, UNOBSERVED).applications);
  }
  // Gauges and meters must not report the amounts of this time as one afterwards.
  for (const farm of Object.values(state.farms)) {
    farm.rain.total = 0;
    farm.tips = {};
    farm.counted = {};
  }
  return applications;
}

const startOf = ({ farms }: SimulationState) => Math.min(...Object.values(farms).map(({ at }) => at));

/** Simulates the time in which the program did not run. Changes the state. */
export async function catchUp(
  { database, clock, log }: Omit<TelemetryContext, "events">,
  { layouts, simulation }: { layouts: readonly FarmLayout[]; simulation: Simulation },
  state: SimulationState,
): Promise<void> {
  const now = clock.now().getTime();
  if (startOf(state) < now - REPORTED_MS) {
    const applications = simulateUnobserved(simulation, state, now - REPORTED_MS);
    await recordWaterings(database, layouts, applications, "everything");
  }
  const events = createEvents((error, event) => log.error({ err: error, event }, "event handler"));
  const telemetry = createTelemetry({ database, clock, events, log });
  // Waterings of panels are recorded from the panels' own reports.
  await storePast({ database, telemetry, layouts, simulation, recorder: "what no panel reports" }, state, now);
}
