import { inArray, type SQL } from "drizzle-orm";
import { type PgColumn, QueryBuilder } from "drizzle-orm/pg-core";
import { pivotSectors, pivots } from "../schema/farms.ts";

const query = new QueryBuilder();

/** Condition: the pivot that a column names lies in one of these farms. */
export function pivotWithin(column: PgColumn, farmIds: readonly string[]): SQL {
  return inArray(
    column,
    query
      .select({ _id: pivots._id })
      .from(pivots)
      .where(inArray(pivots.farmId, [...farmIds])),
  );
}

/** Condition: the sector that a column names lies in one of these farms. */
export function sectorWithin(column: PgColumn, farmIds: readonly string[]): SQL {
  const within = pivotWithin(pivotSectors.pivotId, farmIds);
  return inArray(column, query.select({ _id: pivotSectors._id }).from(pivotSectors).where(within));
}
