import type { Sensor } from "@lamina/shared/records/telemetry";
import { text } from "./text.ts";

/** What a sensor measures, and how deep. */
export function sensorName({ variable, depthCm }: Pick<Sensor, "variable" | "depthCm">): string {
  return depthCm == null ? text.variables[variable] : `${text.variables[variable]} · ${depthCm} cm`;
}
