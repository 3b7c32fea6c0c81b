import { and, type Column, type SQL } from "drizzle-orm";
import { anyOf } from "../core/database/arrays.ts";
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
    clientIds && anyOf(pivotSectors.clientId, clientIds),
    farmIds && anyOf(pivots.farmId, farmIds),
    pivotIds && anyOf(pivots._id, pivotIds),
    sectorIds && anyOf(pivotSectors._id, sectorIds),
  );
}

/** A condition on the column with a farm's id. An empty list is all farms of the client, as in the rights of a user. */
export function ofFarms(column: Column, farmIds: readonly string[]): SQL | undefined {
  return farmIds.length > 0 ? anyOf(column, farmIds) : undefined;
}
