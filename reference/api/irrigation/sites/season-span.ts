import { addDays, type FarmDay } from "@lamina/shared/core/farm-time";
import type { Crop, CropStage, Season } from "@lamina/shared/records/crop";

interface SeasonDates {
  plantingDate: FarmDay;
  harvestDate?: FarmDay | null | undefined;
  stages?: readonly Pick<CropStage, "days">[] | null | undefined;
  stageUnit?: Season["stageUnit"] | undefined;
}

/**
 * Days of the Kc curve: the season's own stages, else the crop's. For own stages in degree days, the crop's days are
 * the estimate.
 */
export function seasonLength(
  { stages, stageUnit }: Pick<SeasonDates, "stages" | "stageUnit">,
  cropStages: Readonly<Crop["stages"]>,
): number {
  const own = stageUnit === "degree-days" ? null : stages;
  return (own ?? cropStages).reduce((sum, { days }) => sum + days, 0);
}

/** The last day of a season: the harvest, or the end of the Kc curve without one. */
export function lastDayOf(season: SeasonDates, cropStages: Readonly<Crop["stages"]>): FarmDay {
  return season.harvestDate ?? addDays(season.plantingDate, seasonLength(season, cropStages) - 1);
}

/** Whether two spans of farm-days, ends included, overlap. */
export function overlap(a: { from: FarmDay; to: FarmDay }, b: { from: FarmDay; to: FarmDay }): boolean {
  return a.from <= b.to && b.from <= a.to;
}

interface SeasonState extends SeasonDates {
  status: "planned" | "active" | "closed";
}

/**
 * The days of each season that have a balance, until `last`: from planting to harvest. Without a harvest an active
 * season continues with the last Kc of its curve, and a closed one ends with the curve; both end before the next
 * planting. A planned season has none.
 */
export function computedSpans<Season extends { season: SeasonState; crop: Pick<Crop, "stages"> }>(
  seasons: readonly Season[],
  last: FarmDay,
): { season: Season; from: FarmDay; to: FarmDay }[] {
  const grown = seasons.filter(({ season }) => season.status !== "planned");
  return grown
    .map((season, index) => {
      const { plantingDate, harvestDate, status } = season.season;
      const end = harvestDate ?? (status === "active" ? last : lastDayOf(season.season, season.crop.stages));
      const next = grown[index + 1]?.season.plantingDate;
      const limits = [end, last, ...(next === undefined ? [] : [addDays(next, -1)])];
      return { season, from: plantingDate, to: limits.reduce((a, b) => (a < b ? a : b)) };
    })
    .filter(({ from, to }) => from <= to);
}

/** The season of a sector on a day: active, planted and not harvested. */
export function activeOn<Season extends { season: SeasonState }>(
  seasons: readonly Season[],
  day: FarmDay,
): Season | undefined {
  return seasons.find(
    ({ season }) =>
      season.status === "active" && season.plantingDate <= day && (season.harvestDate ?? "9999-12-31") >= day,
  );
}
