import type { Season } from "@lamina/shared/crop";
import type { FieldErrors } from "../../../ui/form/issue-text.ts";
import type { FieldsOf } from "../records/data/record-view.ts";
import { text } from "./text.ts";

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

/** The API's rules on the days of a season. */
export function seasonErrors({
  plantingDate = "",
  emergenceDate,
  harvestDate,
}: Partial<Pick<FieldsOf<"season">, "plantingDate" | "emergenceDate" | "harvestDate">>): FieldErrors {
  return {
    ...(emergenceDate && emergenceDate < plantingDate && { emergenceDate: text.season.emergenceEarly }),
    ...(harvestDate && harvestDate <= plantingDate && { harvestDate: text.season.harvestEarly }),
  };
}
