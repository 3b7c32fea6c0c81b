import { coverFromNdvi } from "@lamina/agronomy/crop/observed-canopy";
import { sectorArea } from "@lamina/agronomy/machine/system";
import { PAGE_RECORDS_MAX } from "@lamina/shared/calls/endpoint";
import { entities } from "@lamina/shared/calls/entities";
import { farmDay } from "@lamina/shared/core/farm-time";
import { CropFields, checkCrop, checkSeason, SeasonFields } from "@lamina/shared/records/crop";
import { checkFieldNote, FieldNoteFields } from "@lamina/shared/records/field-note";
import { checkWatering, WATERING_AMOUNTS, WateringFields } from "@lamina/shared/records/irrigation";
import { CANOPY_AMOUNTS, CanopyObservationFields, checkCanopy } from "@lamina/shared/records/season/canopy";
import { BUDGET_AMOUNTS, checkSeasonBudget, SeasonBudgetFields } from "@lamina/shared/records/season/season-budget";
import type { BrokenRule } from "@lamina/shared/rules/rule";
import { and, eq, ne, sql } from "drizzle-orm";
import type * as z from "zod";
import { problems } from "../http/problem.ts";
import { isUnchanged } from "../records/change.ts";
import { defineRecord, type RecordChange } from "../records/definition.ts";
import { places } from "../records/places.ts";
import { farms, pivotSectors, pivots } from "../schema/farms.ts";
import { canopyObservations, crops, fieldNotes, seasonBudgets, seasons, waterings } from "../schema/irrigation.ts";
import { loadCalibrated } from "./sites/calibrations.ts";
import { canopyRepeats } from "./sites/canopy.ts";
import { growthErrors, lockSeasons } from "./sites/crop-growth.ts";
import { initialWaterOf } from "./sites/initial-water.ts";
import { machineOf } from "./sites/machine.ts";
import { basalCoefficients } from "./sites/season-settings.ts";
import { lastDayOf, overlap } from "./sites/season-span.ts";
import { isEaByHour } from "./sites/spray-losses.ts";
import { applicationOf } from "./waterings/application.ts";
import { appliedNet } from "./waterings/applied-net.ts";
import { wateringRepeats } from "./waterings/repeated.ts";
import { depthErrors } from "./waterings/rules.ts";

export const cropDefinition = defineRecord({
  calls: entities.crop,
  notFound: "crop",
  place: places.crop,
  fields: CropFields,
  orderBy: crops.name,
  neededBy: [
    {
      table: seasons,
      column: seasons.cropId,
      name: sql<string>`coalesce(${seasons.name}, to_char(${seasons.plantingDate}, 'DD/MM/YYYY'))`,
      kind: "seasons",
    },
  ],
  check: async (crop, change) => [...checkCrop(crop), ...(await growthErrors(crop, change))],
});

export const seasonDefinition = defineRecord({
  calls: entities.season,
  notFound: "season",
  place: places.season,
  fields: SeasonFields,
  orderBy: seasons.plantingDate,
  references: { sectorId: places.pivotSector, cropId: places.crop },
  check: checkSeason,
  beside: cropErrors,
  derive: async (season, { before }) => {
    if (before === undefined) return initialWaterOf(season);
    const isChanged = (field: "initialWater" | "initialMoisturePct") => !isUnchanged([field], season, before);
    return initialWaterOf(season, {
      initialWater: season.initialWater !== undefined && isChanged("initialWater"),
      initialMoisturePct: isChanged("initialMoisturePct"),
    });
  },
});

export const canopyDefinition = defineRecord({
  calls: entities.canopyObservation,
  notFound: "canopyObservation",
  place: places.canopyObservation,
  fields: CanopyObservationFields,
  alternatives: CANOPY_AMOUNTS,
  orderBy: canopyObservations.date,
  mostListed: PAGE_RECORDS_MAX,
  references: { sectorId: places.pivotSector },
  check: (observation, { date }) => checkCanopy(observation, date.getTime()),
  repeats: canopyRepeats,
  derive: async ({ coverPct, ndvi }) => ({
    cover: coverPct === undefined ? coverFromNdvi(ndvi ?? 0) : coverPct / 100,
  }),
});

export const seasonBudgetDefinition = defineRecord({
  calls: entities.seasonBudget,
  notFound: "seasonBudget",
  place: places.seasonBudget,
  fields: SeasonBudgetFields,
  alternatives: BUDGET_AMOUNTS,
  orderBy: seasonBudgets.from,
  references: { farmId: places.farm, pivotIds: places.pivot },
  farmFrom: "farmId",
  onSameFarm: ["pivotIds"],
  check: checkSeasonBudget,
});

export const wateringDefinition = defineRecord({
  calls: entities.watering,
  notFound: "watering",
  place: places.watering,
  fields: WateringFields,
  alternatives: WATERING_AMOUNTS,
  orderBy: waterings.start,
  mostListed: PAGE_RECORDS_MAX,
  references: { sectorId: places.pivotSector, photoId: places.photo },
  check: (watering, { date, before }) =>
    // A panel's run may be longer than what a person records.
    checkWatering(watering, date.getTime()).filter(
      ({ id }) => id !== "too-long" || !before || !isUnchanged(["start", "end"], watering, before),
    ),
  repeats: wateringRepeats,
  derive: async (fields, { transaction, caller, before, date, lookups }) => {
    const [found] = await lookups.once(`system of ${fields.sectorId}`, () =>
      transaction
        .select({ sector: pivotSectors, pivot: pivots, farm: farms })
        .from(pivotSectors)
        .innerJoin(pivots, eq(pivots._id, pivotSectors.pivotId))
        .innerJoin(farms, eq(farms._id, pivots.farmId))
        .where(eq(pivotSectors._id, fields.sectorId)),
    );
    if (found === undefined) throw problems.notFound("sector");
    const calibrated = await lookups.once(`calibrations of ${found.pivot._id}`, () =>
      loadCalibrated(transaction, [found.pivot._id]),
    );
    const pivot = calibrated(found.pivot, farmDay(Date.parse(fields.start), found.farm.timezone));
    const application = applicationOf(fields, machineOf(pivot, sectorArea(found.sector, pivot)));
    const isSame = before !== undefined && isUnchanged(WATERING_AMOUNTS, fields, before);
    const errors = isSame ? [] : depthErrors(application);
    if (errors.length > 0) throw problems.validation(errors);
    const span = { start: new Date(fields.start), end: fields.end ? new Date(fields.end) : null };
    const applied = application && { ...application, ...span };
    const { farm } = found;
    const isByHour = await lookups.once(`Ea by hour of ${farm.clientId}`, () => isEaByHour(transaction, farm.clientId));
    return {
      ...application,
      ...(applied && { netMm: await appliedNet(transaction, { farm, pivot, isByHour }, applied) }),
      given: isSame
        ? (before.given ?? null)
        : (WATERING_AMOUNTS.find((amount) => fields[amount] !== undefined) ?? null),
      ...span,
      // A watering that has not begun, or that its author calls planned, is planned; writing it again confirms it.
      source:
        Date.parse(fields.start) > date.getTime() || (fields.planned === true && before === undefined)
          ? "plan"
          : before?.source === "plan"
            ? "manual"
            : (before?.source ?? "manual"),
      // A depth that a person writes over the panel's is not a measurement.
      measured: before?.measured === true && before.grossMm === application?.grossMm,
      userId: before === undefined ? caller.userId : (before.userId ?? null),
    };
  },
});

export const fieldNoteDefinition = defineRecord({
  calls: entities.fieldNote,
  notFound: "fieldNote",
  place: places.fieldNote,
  fields: FieldNoteFields,
  orderBy: fieldNotes.at,
  mostListed: PAGE_RECORDS_MAX,
  references: { pivotId: places.pivot, photoId: places.photo },
  check: (note, { date }) => checkFieldNote(note, date.getTime()),
  derive: async ({ at }, { caller, before }) => ({
    at: new Date(at),
    userId: before === undefined ? caller.userId : (before.userId ?? null),
    userName: before === undefined ? caller.name : (before.userName ?? null),
  }),
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

const SPAN_FIELDS = ["sectorId", "cropId", "plantingDate", "harvestDate", "stages", "status"] as const;

/** One active season per sector, without an overlap with another (domain, 7). */
async function neighbourErrors(
  season: Season,
  crop: typeof crops.$inferSelect,
  { transaction, recordId, before }: RecordChange,
): Promise<BrokenRule[]> {
  // An unchanged span was accepted before.
  if (before && isUnchanged(SPAN_FIELDS, season, before)) return [];
  await lockSeasons(transaction, season.sectorId);
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
