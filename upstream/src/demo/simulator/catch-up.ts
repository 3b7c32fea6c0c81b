import { HOUR_MS } from "@lamina/shared/core/time";
import { createEvents } from "../../core/events.ts";
import { createTelemetry, type TelemetryContext } from "../../telemetry/service.ts";
import type { KnownApplication } from "./farm-world.ts";
import type { FarmLayout } from "./layout.ts";
import type { Pace, Simulation, SimulationState } from "./simulation.ts";
import { storePast } from "./store-past.ts";
import { recordWaterings } from "./waterings.ts";

/** Of a longer absence only the last days are told; before them the farm lay in the dark. */
const TOLD_MS = 14 * 24 * HOUR_MS;
const IN_THE_DARK: Pace = { minutes: () => Number.POSITIVE_INFINITY, isSparse: true };

/** Lets time pass up to a moment without a word of any device. Changes the state. @returns waterings that ended */
export function passInTheDark(simulation: Simulation, state: SimulationState, to: number): KnownApplication[] {
  const applications: KnownApplication[] = [];
  for (let at = startOf(state); at < to; ) {
    at = Math.min(at + HOUR_MS, to);
    applications.push(...simulation.step(state, at, IN_THE_DARK).applications);
  }
  // What fell meanwhile no gauge tells of at once afterwards.
  for (const farm of Object.values(state.farms)) {
    farm.rain.total = 0;
    farm.tips = {};
  }
  return applications;
}

const startOf = ({ farms }: SimulationState) => Math.min(...Object.values(farms).map(({ at }) => at));

/** Makes good the time in which the program did not run. Changes the state. */
export async function catchUp(
  { database, clock, log }: Omit<TelemetryContext, "events">,
  { layouts, simulation }: { layouts: readonly FarmLayout[]; simulation: Simulation },
  state: SimulationState,
): Promise<void> {
  const now = clock.now().getTime();
  if (startOf(state) < now - TOLD_MS) {
    const applications = passInTheDark(simulation, state, now - TOLD_MS);
    await recordWaterings(database, layouts, applications, "everything");
  }
  const events = createEvents((error, event) => log.error({ err: error, event }, "event handler"));
  const telemetry = createTelemetry({ database, clock, events, log });
  // Panels that are followed again tell the rest of their runs.
  await storePast({ database, telemetry, layouts, simulation, recorder: "what no panel reports" }, state, now);
}
