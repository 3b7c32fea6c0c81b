import type { FarmDay } from "@lamina/shared/core/farm-time";
import type { Recommendation } from "@lamina/shared/records/recommendation";
import { and, gte, lte, sql } from "drizzle-orm";
import { anyOf } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import { recommendations } from "../../schema/irrigation.ts";

/**
 * Gross depth that was recommended per sector and day (`sector day`), before any application of that day: 0 without
 * irrigation, null when it was unknown.
 */
export async function decidedDepths(
  database: Database,
  sectorIds: readonly string[],
  from: FarmDay,
  to: FarmDay,
): Promise<Map<string, number | null>> {
  const rows = await database
    .select({
      sectorId: recommendations.sectorId,
      date: recommendations.date,
      askedMm: recommendations.askedMm,
      action: sql<Recommendation["action"]>`${recommendations.recommendation}->>'action'`,
      grossMm: sql<string | null>`${recommendations.recommendation}->>'grossMm'`,
    })
    .from(recommendations)
    .where(
      and(anyOf(recommendations.sectorId, sectorIds), gte(recommendations.date, from), lte(recommendations.date, to)),
    );
  return new Map(
    rows.map(({ sectorId, date, askedMm, action, grossMm }) => {
      const mm = action === "irrigate" ? Number(grossMm) : action === "nodata" ? null : 0;
      return [`${sectorId} ${date}`, askedMm ?? mm] as const;
    }),
  );
}
