import type { BrokenRule } from "@lamina/shared/rules/rule";
import type { Application } from "./application.ts";

/** Domain, 7: the deepest single watering, mm. */
const MAX_GROSS_MM = 100;

/** Rules on the depth that results from the given values. */
export function depthErrors(application: Application | undefined): BrokenRule[] {
  if (application !== undefined && application.grossMm > 0 && application.grossMm <= MAX_GROSS_MM) return [];
  return [{ field: "grossMm", id: "too-big", maximum: MAX_GROSS_MM, unit: "mm" }];
}
