import { farmDay } from "@lamina/shared/core/farm-time";
import type { Season } from "@lamina/shared/records/crop";
import { now } from "../../../platform/clock.ts";

/** The order of the statuses in the list. */
const STATUSES = ["active", "planned", "closed"] as const;

/** Active seasons first; within a status the latest planting first. */
export function compareSeasons(
  one: Pick<Season, "status" | "plantingDate">,
  other: Pick<Season, "status" | "plantingDate">,
): number {
  return (
    STATUSES.indexOf(one.status) - STATUSES.indexOf(other.status) || other.plantingDate.localeCompare(one.plantingDate)
  );
}

/** The status of a season by its planting day, in the farm's zone: under way once it was planted. */
export function initialStatus(plantingDate: string, timeZone: string): Season["status"] {
  return plantingDate <= farmDay(now(), timeZone) ? "active" : "planned";
}
