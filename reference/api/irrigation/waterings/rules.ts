import type { BrokenRule } from "@lamina/shared/rules/rule";
import type { Application } from "./application.ts";

/** Domain, 7: the maximum depth of a single watering, mm. */
const MAX_GROSS_MM = 100;

/** Rules on the depth that results from the given values; without one, a panel setting was given without a panel. */
export function depthErrors(application: Application | undefined): BrokenRule[] {
  if (application === undefined) return [{ field: "grossMm", id: "no-panel" }];
  if (!(application.grossMm > 0)) return [{ field: "grossMm", id: "no-depth" }];
  if (application.grossMm <= MAX_GROSS_MM) return [];
  return [{ field: "grossMm", id: "too-big", maximum: MAX_GROSS_MM, unit: "mm" }];
}
