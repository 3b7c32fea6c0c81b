import type { FieldErrors } from "../../../ui/form/issue-text.ts";
import type { FieldsOf } from "../records/record-view.ts";
import { text } from "./text.ts";

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
