import type { Season } from "@lamina/shared/records/crop";

/** From what is going on to what is over. */
const STATUSES = ["active", "planned", "closed"] as const;

/** The current seasons first, of each status the latest planted. */
export function compareSeasons(
  one: Pick<Season, "status" | "plantingDate">,
  other: Pick<Season, "status" | "plantingDate">,
): number {
  return (
    STATUSES.indexOf(one.status) - STATUSES.indexOf(other.status) || other.plantingDate.localeCompare(one.plantingDate)
  );
}
