import { sectorArea } from "@lamina/agronomy/machine/system";
import { entities } from "@lamina/shared/calls/entities";
import { CropFields, checkCrop, checkSeason, SeasonFields } from "@lamina/shared/records/crop";
import { checkWatering, WateringFields } from "@lamina/shared/records/irrigation";
import type { BrokenRule } from "@lamina/shared/rules/rule";
import { and, eq, ne, sql } from "drizzle-orm";
import type * as z from "zod";
import { sectorWithin } from "../farms/scope.ts";
import { problems } from "../http/problem.ts";
import { defineRecord, type RecordChange } from "../records/definition.ts";
import { pivotSectors, pivots } from "../schema/farms.ts";
import { crops, seasons, waterings } from "../schema/irrigation.ts";
import { machineOf } from "./sites/machine.ts";
import { basalCoefficients } from "./sites/season-settings.ts";
import { lastDayOf, overlap } from "./sites/season-span.ts";
import { applicationOf } from "./waterings/application.ts";
import { wateringIdentity, wateringsAlike } from "./waterings/repeated.ts";
import { depthErrors } from "./waterings/rules.ts";

export const cropDefinition = defineRecord({
  calls: entities.crop,
  notFound: "crop",
  table: crops,
  fields: CropFields,
  orderBy: crops.name,
  check: checkCrop,
});

export const seasonDefinition = defineRecord({
  calls: entities.season,
  notFound: "season",
  table: seasons,
  fields: SeasonFields,
  orderBy: seasons.plantingDate,
  references: { sectorId: pivotSectors, cropId: crops },
  withinFarms: (farmIds) => sectorWithin(seasons.sectorId, farmIds),
  check: async (season, change) => [...checkSeason(season), ...(await cropErrors(season, change))],
});

export const wateringDefinition = defineRecord({
  calls: entities.watering,
  notFound: "watering",
  table: waterings,
  fields: WateringFields,
  orderBy: waterings.start,
  references: { sectorId: pivotSectors },
  withinFarms: (farmIds) => sectorWithin(waterings.sectorId, farmIds),
  check: (watering, { date }) => checkWatering(watering, date.getTime()),
  identity: wateringIdentity,
  alike: wateringsAlike,
  derive: async (given, { transaction, caller, before, date, lookups }) => {
    const [found] = await lookups.once(`system of ${given.sectorId}`, () =>
      transaction
        .select({ sector: pivotSectors, pivot: pivots })
        .from(pivotSectors)
        .innerJoin(pivots, eq(pivots._id, pivotSectors.pivotId))
        .where(eq(pivotSectors._id, given.sectorId)),
    );
    if (found === undefined) throw problems.notFound("sector");
    const application = applicationOf(given, machineOf(found.pivot, sectorArea(found.sector, found.pivot)));
    const errors = depthErrors(application);
    if (errors.length > 0) throw problems.validation(errors);
    return {
      ...application,
      start: new Date(given.start),
      end: given.end ? new Date(given.end) : null,
      // What has not begun is planned; who writes it again once its hour has come confirms it.
      source:
        Date.parse(given.start) > date.getTime()
          ? "plan"
          : before?.source === "plan"
            ? "manual"
            : (before?.source ?? "manual"),
      // A depth that a person writes over the panel's is no measurement.
      measured: before?.measured === true && before.grossMm === application?.grossMm,
      userId: before === undefined ? caller.userId : (before.userId ?? null),
    };
  },
});

type Season = z.output<typeof SeasonFields>;

async function cropErrors(season: Season, change: RecordChange): Promise<BrokenRule[]> {
  const [crop] = await change.transaction.select().from(crops).where(eq(crops._id, season.cropId));
  if (crop === undefined) return [];
  const errors = await neighbourErrors(season, crop, change);
  if (season.kcMethod === "dual" && basalCoefficients(crop) === undefined)
    errors.push({ field: "kcMethod", id: "no-basal-coefficients" });
  if (season.stageUnit === "degree-days" && (crop.tBase === null || (!season.stages && !crop.stageDegrees)))
    errors.push({ field: "stageUnit", id: "no-degree-days" });
  return errors;
}

/** One active season per sector, and none over another (domain, 7). */
async function neighbourErrors(
  season: Season,
  crop: typeof crops.$inferSelect,
  { transaction, recordId }: RecordChange,
): Promise<BrokenRule[]> {
  // Seasons of one sector that are written at the same time take turns, so that each sees the other. By a lock of its own:
  // the computation of the balance locks the sector's row and then the season's, and would wait for this.
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtext(${`season ${season.sectorId}`}))`);
  const others = await transaction
    .select({ season: seasons, stages: crops.stages })
    .from(seasons)
    .innerJoin(crops, eq(crops._id, seasons.cropId))
    .where(and(eq(seasons.sectorId, season.sectorId), ne(seasons._id, recordId)));
  const span = { from: season.plantingDate, to: lastDayOf(season, crop.stages) };
  const errors: BrokenRule[] = [];
  if (season.status === "active" && others.some((other) => other.season.status === "active"))
    errors.push({ field: "status", id: "already-active" });
  if (
    others.some((other) =>
      overlap(span, { from: other.season.plantingDate, to: lastDayOf(other.season, other.stages) }),
    )
  )
    errors.push({ field: "plantingDate", id: "overlap" });
  return errors;
}
