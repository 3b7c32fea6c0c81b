import type { FarmDay } from "@lamina/shared/core/farm-time";
import type { ManagementReport } from "@lamina/shared/views/report";
import type { SourceSeason, Sources } from "@lamina/shared/views/sources";
import { formatDay } from "../../../ui/format.ts";
import type { PeriodContext, SeasonSpan } from "../../../ui/period/period.ts";
import type { Choice } from "../choice.ts";
import { type Option, uniqueOptions } from "../options.ts";
import { text } from "../text.ts";

/** A sector in one of its seasons, with its rows. */
export type Section = ManagementReport["sectors"][number];

/** Includes the planting date, because a sector may have two seasons in one period. */
export function sectionKey({ sectorId, plantingDate }: Pick<Section, "sectorId" | "plantingDate">): string {
  return plantingDate ? `${sectorId}.${plantingDate}` : sectorId;
}

/** Sectors with the same crop and planting date belong to one season. Null without a season. */
function seasonKey({ cropName, plantingDate }: Pick<Section, "cropName" | "plantingDate">): string | null {
  return plantingDate ? `${plantingDate}.${cropName ?? ""}` : null;
}

export function sectionName({ pivotName, sectorName }: Pick<Section, "pivotName" | "sectorName">): string {
  return `${pivotName} · ${sectorName}`;
}

/** The crop and its planting: of two seasons of a sector in one period, each has its own. */
export const seasonName = ({ cropName, plantingDate }: Pick<Section, "cropName" | "plantingDate">): string =>
  plantingDate ? text.seasonOption(cropName ?? text.noCrop, formatDay(plantingDate)) : (cropName ?? text.noCrop);

/** The sections of the selected farm, pivot and season. */
export function shownSections(sections: readonly Section[], { farmId, pivotId, season }: Choice): Section[] {
  return sections.filter(
    (section) =>
      (farmId === null || section.farmId === farmId) &&
      (pivotId === null || section.pivotId === pivotId) &&
      (season === null || seasonKey(section) === season),
  );
}

/** The seasons of these sections, the latest first. */
export function seasonOptions(sections: readonly Section[]): Option[] {
  const options = sections.flatMap((section) => {
    const value = seasonKey(section);
    return value ? [{ value, label: seasonName(section) }] : [];
  });
  return uniqueOptions(options).sort((one, other) => other.value.localeCompare(one.value));
}

/** The season and the last season: of the open sector, otherwise of all sectors of the selected farm. */
export function seasonSpans(
  farms: Sources["farms"],
  { farmId, section }: Pick<Choice, "farmId" | "section">,
): Pick<PeriodContext, "season" | "lastSeason"> {
  const shown = farms.filter((farm) => farmId === null || farm._id === farmId);
  const sectorId = section?.split(".")[0];
  return {
    season: spanOf(
      shown.flatMap((farm) => farm.seasons),
      sectorId,
    ),
    lastSeason: spanOf(
      shown.flatMap((farm) => newestOfEach(farm.lastSeasons ?? [])),
      sectorId,
    ),
  };
}

/** The first season of each sector, of seasons in the order of newest first. */
function newestOfEach(seasons: readonly SourceSeason[]): SourceSeason[] {
  return [...new Map([...seasons].reverse().map((season) => [season.sectorId, season])).values()];
}

function spanOf(seasons: readonly SourceSeason[], sectorId: string | undefined): SeasonSpan | undefined {
  const ofSector = seasons.filter((season) => season.sectorId === sectorId);
  const spans = ofSector.length > 0 ? ofSector : seasons;
  const start = spans.map((season) => season.start).sort()[0];
  if (start === undefined) return undefined;
  const ends = spans.map(({ end }) => end);
  return { start, end: ends.includes(null) ? null : latest(ends) };
}

function latest(days: readonly (FarmDay | null)[]): FarmDay | null {
  return days.reduce<FarmDay | null>((last, day) => (day !== null && (last === null || day > last) ? day : last), null);
}
