import { and, type Column, inArray, type SQL } from "drizzle-orm";
import { pivotSectors, pivots } from "../schema/farms.ts";

/** A selection of sectors: those that match all given lists. An empty list selects none, a missing one all. */
export interface SectorFilter {
  clientIds?: readonly string[];
  farmIds?: readonly string[];
  pivotIds?: readonly string[];
  sectorIds?: readonly string[];
}

/** The filter as a condition of a query that joins sectors with their pivots. */
export function sectorCondition({ clientIds, farmIds, pivotIds, sectorIds }: SectorFilter): SQL | undefined {
  return and(
    clientIds && inArray(pivotSectors.clientId, [...clientIds]),
    farmIds && inArray(pivots.farmId, [...farmIds]),
    pivotIds && inArray(pivots._id, [...pivotIds]),
    sectorIds && inArray(pivotSectors._id, [...sectorIds]),
  );
}

/** A condition on the column with a farm's id. An empty list is all farms of the client, as in the rights of a user. */
export function ofFarms(column: Column, farmIds: readonly string[]): SQL | undefined {
  return farmIds.length > 0 ? inArray(column, [...farmIds]) : undefined;
}
