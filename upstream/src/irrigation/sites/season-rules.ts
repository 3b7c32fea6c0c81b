import { daysBetween } from "@lamina/shared/farm-time";
import type { FieldError } from "../../http/problem.ts";

/** Longer than any crop between two harvests; each day of a season is a row of its balance. */
const LONGEST_SEASON_DAYS = 5 * 366;

interface SeasonDates {
  plantingDate: string;
  emergenceDate?: string | null | undefined;
  harvestDate?: string | null | undefined;
}

/** What is wrong with the dates of a season, each of them valid by itself. */
export function seasonDateErrors({ plantingDate, emergenceDate, harvestDate }: SeasonDates): FieldError[] {
  const errors: FieldError[] = [];
  const error = (field: string, id: string, message: string) => void errors.push({ field, id, message });
  if (emergenceDate && emergenceDate < plantingDate)
    error("emergenceDate", "before-planting", "A emergência não pode vir antes do plantio.");
  if (harvestDate && harvestDate <= plantingDate)
    error("harvestDate", "before-planting", "A colheita deve vir depois do plantio.");
  if (harvestDate && daysBetween(plantingDate, harvestDate) > LONGEST_SEASON_DAYS)
    error("harvestDate", "too-long", `Uma safra dura no máximo ${LONGEST_SEASON_DAYS} dias.`);
  return errors;
}
