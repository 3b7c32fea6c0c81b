import type { IrrigationMachine } from "@lamina/agronomy/machine/application";
import { calibratedOn } from "@lamina/agronomy/machine/calibration";
import { sectorArea } from "@lamina/agronomy/machine/system";
import type { FarmDay } from "@lamina/shared/core/farm-time";
import { asc, eq, or } from "drizzle-orm";
import { anyOf } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import { type SectorFilter, sectorCondition } from "../../farms/sector-filter.ts";
import { farms, pivotSectors, pivots, soils } from "../../schema/farms.ts";
import { crops, seasons } from "../../schema/irrigation.ts";
import { type CalibratedPivot, type CalibrationRow, loadCalibrations, NEWEST } from "./calibrations.ts";
import type { KnownSoil } from "./initial-water.ts";
import { machineOf } from "./machine.ts";

/** A sector with the records that it depends on. */
export interface SectorContext {
  sector: typeof pivotSectors.$inferSelect;
  /** With its newest measured values. */
  pivot: CalibratedPivot;
  /** The system as recorded, and its measurements, oldest first. */
  measured: { record: typeof pivots.$inferSelect; calibrations: readonly CalibrationRow[] };
  farm: typeof farms.$inferSelect;
  soil: typeof soils.$inferSelect;
  areaHa: number;
  /** The system as the machine of this sector. */
  machine: IrrigationMachine;
}

export interface SectorSeason {
  season: typeof seasons.$inferSelect;
  crop: typeof crops.$inferSelect;
  /** What was left in the soil at planting, if the season begins with that and it was loaded. */
  known?: KnownSoil | undefined;
}

/** Sectors that match one of the filters, or all without a filter, by farm, pivot and name. */
export async function loadSectors(database: Database, ...filters: SectorFilter[]): Promise<SectorContext[]> {
  const rows = await database
    .select({ sector: pivotSectors, farmId: farms._id })
    .from(pivotSectors)
    .innerJoin(pivots, eq(pivots._id, pivotSectors.pivotId))
    .innerJoin(farms, eq(farms._id, pivots.farmId))
    .where(or(...filters.map(sectorCondition)))
    .orderBy(asc(farms.name), asc(pivots.name), asc(pivotSectors.name), asc(pivotSectors._id));
  // Apart, because many sectors share these wide rows.
  const pivotIds = distinct(rows.map(({ sector }) => sector.pivotId));
  const farmIds = distinct(rows.map(({ farmId }) => farmId));
  const soilIds = distinct(rows.map(({ sector }) => sector.soilId));
  const pivotOf = byId(await database.select().from(pivots).where(anyOf(pivots._id, pivotIds)));
  const farmOf = byId(await database.select().from(farms).where(anyOf(farms._id, farmIds)));
  const soilOf = byId(await database.select().from(soils).where(anyOf(soils._id, soilIds)));
  const calibrations = await loadCalibrations(database, pivotIds);
  return rows.flatMap(({ sector, farmId }) => {
    const [record, farm, soil] = [pivotOf.get(sector.pivotId), farmOf.get(farmId), soilOf.get(sector.soilId)];
    // Deleted in the meantime.
    if (record === undefined || farm === undefined || soil === undefined) return [];
    const areaHa = sectorArea(sector, record);
    const measured = { record, calibrations: calibrations.get(record._id) ?? [] };
    return [{ sector, farm, soil, areaHa, measured, ...machineOn({ areaHa, soil, measured }, NEWEST) }];
  });
}

/** The system of a sector with the measured values of a day. */
export function machineOn(
  { areaHa, soil, measured }: Pick<SectorContext, "areaHa" | "soil" | "measured">,
  day: FarmDay,
) {
  const pivot = calibratedOn(measured.record, measured.calibrations, day);
  return { pivot, machine: machineOf(pivot, areaHa, soil) };
}

/** A sector with the measured values of a day. */
export const siteOn = (site: SectorContext, day: FarmDay): SectorContext => ({ ...site, ...machineOn(site, day) });

const distinct = (ids: readonly string[]) => [...new Set(ids)];
const byId = <Row extends { _id: string }>(rows: readonly Row[]) => new Map(rows.map((row) => [row._id, row] as const));

/** Ids of the sectors that match a filter, with their farms'. */
export function findSectors(database: Database, filter: SectorFilter): Promise<{ sectorId: string; farmId: string }[]> {
  return database
    .select({ sectorId: pivotSectors._id, farmId: pivots.farmId })
    .from(pivotSectors)
    .innerJoin(pivots, eq(pivots._id, pivotSectors.pivotId))
    .where(sectorCondition(filter));
}

/** Seasons of sectors, each with its crop, by planting. */
export async function loadSeasons(
  database: Database,
  sectorIds: readonly string[],
): Promise<Map<string, SectorSeason[]>> {
  const rows = await database
    .select()
    .from(seasons)
    .where(anyOf(seasons.sectorId, sectorIds))
    .orderBy(asc(seasons.plantingDate), asc(seasons._id));
  const cropIds = distinct(rows.map(({ cropId }) => cropId));
  const cropOf = byId(await database.select().from(crops).where(anyOf(crops._id, cropIds)));
  const known = rows.flatMap((season) => {
    const crop = cropOf.get(season.cropId);
    return crop ? [{ season, crop }] : [];
  });
  return Map.groupBy(known, ({ season }) => season.sectorId);
}
