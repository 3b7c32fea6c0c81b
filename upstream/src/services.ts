import type { Context } from "./context.ts";
import type { Job } from "./jobs.ts";
import { createTelemetry, type Telemetry } from "./telemetry/service.ts";

/** The modules of the farm, for their calls, for the simulator and for tests. */
export interface Services {
  telemetry: Telemetry;
}

/** Makes the modules in the one direction in which they depend on each other. */
export function createServices(context: Context): Services {
  const telemetry = createTelemetry(context);
  return { telemetry };
}

/** Their recurring work, in the order in which it is done. */
export function jobsOf({ telemetry }: Services): Job[] {
  return [...telemetry.jobs];
}
