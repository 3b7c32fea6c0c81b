import type { Season } from "@lamina/shared/records/crop";

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
