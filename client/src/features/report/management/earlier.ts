import type { FarmDay } from "@lamina/shared/core/farm-time";
import type { SourceSeason } from "@lamina/shared/views/sources";
import { type Planted, sameCropBefore, sameDaysOf } from "../../../field/seasons.ts";
import { bySector } from "./comparison.ts";
import type { Result } from "./result.ts";
import { type Section, sectionKey } from "./sections.ts";

/** The section that another one is compared with, and its result. */
export interface Earlier {
  section: Section;
  result: Result;
}

/** What sections are compared with, by their keys; null where they have nothing to be compared with. */
export type EarlierOf = ReadonlyMap<string, Earlier | null>;

/** The days of an earlier season that a section is compared with. */
export interface SeasonDays {
  /** Key of the earlier section. */
  key: string;
  pivotId: string;
  from: FarmDay;
  to: FarmDay;
}

const planted = ({ sectorId, cropName, start, end }: SourceSeason): Planted => ({
  sectorId,
  crop: cropName,
  start,
  end,
});

/** The same days after planting of the last season of the same crop and sector. */
export function earlierDaysOf(
  section: Pick<Section, "sectorId" | "pivotId" | "cropName" | "plantingDate">,
  seasons: readonly SourceSeason[],
  period: { from: FarmDay; to: FarmDay },
): SeasonDays | null {
  const { sectorId, pivotId, cropName, plantingDate } = section;
  if (cropName === null || plantingDate === null) return null;
  const all = seasons.map(planted);
  const end = all.find((one) => one.sectorId === sectorId && one.start === plantingDate)?.end ?? null;
  const current = { sectorId, crop: cropName, start: plantingDate, end };
  const earlier = sameCropBefore(current, all);
  const days = earlier && sameDaysOf(current, period, earlier);
  return days && { ...days, key: sectionKey({ sectorId, plantingDate: earlier.start }), pivotId };
}

/**
 * The section of a sector in another period: of the same season, else of the same crop. A sector with one season in
 * the period is compared with the one that has most days, whatever its crop.
 */
export function inPeriodBefore(section: Section, now: readonly Section[], before: readonly Section[]): Section | null {
  const own = before.filter(({ sectorId }) => sectorId === section.sectorId);
  const isAlone = now.filter(({ sectorId }) => sectorId === section.sectorId).length === 1;
  return (
    own.find((one) => sectionKey(one) === sectionKey(section)) ??
    bySector(isAlone ? own : own.filter(({ cropName }) => cropName === section.cropName)).get(section.sectorId) ??
    null
  );
}
