import type { Sensor } from "@lamina/shared/records/telemetry";
import { text } from "./text.ts";

/** The variable and the depth of a sensor. */
export function sensorName({ variable, depthCm }: Pick<Sensor, "variable" | "depthCm">): string {
  return depthCm == null ? text.variables[variable] : `${text.variables[variable]} · ${depthCm} cm`;
}
