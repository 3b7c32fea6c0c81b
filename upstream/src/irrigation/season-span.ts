import type { CropStage } from "@lamina/shared/crop";
import { addDays, type FarmDay } from "@lamina/shared/farm-time";

interface SeasonDates {
  plantingDate: FarmDay;
  harvestDate?: FarmDay | null | undefined;
  stages?: readonly CropStage[] | null | undefined;
}

/** Days of the Kc curve: the season's own stages, else the crop's. */
export function seasonLength({ stages }: Pick<SeasonDates, "stages">, cropStages: readonly CropStage[]): number {
  return (stages ?? cropStages).reduce((sum, { days }) => sum + days, 0);
}

/** The last day of a season: the harvest, or the end of the Kc curve while none is recorded. */
export function lastDayOf(season: SeasonDates, cropStages: readonly CropStage[]): FarmDay {
  return season.harvestDate ?? addDays(season.plantingDate, seasonLength(season, cropStages) - 1);
}

/** Whether two spans of farm-days, ends included, have a day in common. */
export function overlap(a: { from: FarmDay; to: FarmDay }, b: { from: FarmDay; to: FarmDay }): boolean {
  return a.from <= b.to && b.from <= a.to;
}
