import { type Alerts, createAlerts } from "./alerts/service.ts";
import type { Context } from "./context.ts";
import type { Job } from "./jobs.ts";
import { createTelemetry, type Telemetry } from "./telemetry/service.ts";

/** The modules of the farm, for their calls, for the simulator and for tests. */
export interface Services {
  telemetry: Telemetry;
  alerts: Alerts;
}

/** Makes the modules in the one direction in which they depend on each other. */
export function createServices(context: Context): Services {
  const telemetry = createTelemetry(context);
  const alerts = createAlerts(context, { telemetry });
  return { telemetry, alerts };
}

/** Their recurring work, in the order in which it is done. */
export function jobsOf({ telemetry, alerts }: Services): Job[] {
  return [...telemetry.jobs, ...alerts.jobs];
}
