import type { IrrigationMachine } from "@lamina/agronomy/machine/application";
import { sectorArea } from "@lamina/agronomy/machine/system";
import { asc, eq, or } from "drizzle-orm";
import { anyOf } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import { type SectorFilter, sectorCondition } from "../../farms/sector-filter.ts";
import { farms, pivotSectors, pivots, soils } from "../../schema/farms.ts";
import { crops, seasons } from "../../schema/irrigation.ts";
import { machineOf } from "./machine.ts";

/** A sector with the records that it depends on. */
export interface SectorContext {
  sector: typeof pivotSectors.$inferSelect;
  pivot: typeof pivots.$inferSelect;
  farm: typeof farms.$inferSelect;
  soil: typeof soils.$inferSelect;
  areaHa: number;
  /** The system as the machine of this sector. */
  machine: IrrigationMachine;
}

export interface SectorSeason {
  season: typeof seasons.$inferSelect;
  crop: typeof crops.$inferSelect;
}

/** Sectors that match one of the filters, or all without a filter, by farm, pivot and name. */
export async function loadSectors(database: Database, ...filters: SectorFilter[]): Promise<SectorContext[]> {
  const rows = await database
    .select({ sector: pivotSectors, pivot: pivots, farm: farms, soil: soils })
    .from(pivotSectors)
    .innerJoin(pivots, eq(pivots._id, pivotSectors.pivotId))
    .innerJoin(farms, eq(farms._id, pivots.farmId))
    .innerJoin(soils, eq(soils._id, pivotSectors.soilId))
    .where(or(...filters.map(sectorCondition)))
    .orderBy(asc(farms.name), asc(pivots.name), asc(pivotSectors.name), asc(pivotSectors._id));
  return rows.map((row) => {
    const areaHa = sectorArea(row.sector, row.pivot);
    return { ...row, areaHa, machine: machineOf(row.pivot, areaHa, row.soil) };
  });
}

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
    .select({ season: seasons, crop: crops })
    .from(seasons)
    .innerJoin(crops, eq(crops._id, seasons.cropId))
    .where(anyOf(seasons.sectorId, sectorIds))
    .orderBy(asc(seasons.plantingDate), asc(seasons._id));
  return Map.groupBy(rows, ({ season }) => season.sectorId);
}
