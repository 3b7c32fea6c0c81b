import type { FarmDay } from "@lamina/shared/core/farm-time";
import { and, gte, max } from "drizzle-orm";
import { anyOf } from "../../../core/database/arrays.ts";
import type { Database } from "../../../core/database/open.ts";
import { recommendations } from "../../../schema/irrigation.ts";

/** The day of the newest recommendation of each sector that has one since a day. */
export async function decidedDays(
  database: Database,
  sectorIds: readonly string[],
  since: FarmDay,
): Promise<Map<string, FarmDay>> {
  if (sectorIds.length === 0) return new Map();
  const rows = await database
    .select({ sectorId: recommendations.sectorId, date: max(recommendations.date) })
    .from(recommendations)
    .where(and(anyOf(recommendations.sectorId, sectorIds), gte(recommendations.date, since)))
    .groupBy(recommendations.sectorId);
  return new Map(rows.flatMap(({ sectorId, date }) => (date === null ? [] : [[sectorId, date] as const])));
}
