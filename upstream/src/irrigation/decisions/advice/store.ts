import type { FarmDay } from "@lamina/shared/core/farm-time";
import type { Recommendation } from "@lamina/shared/records/irrigation";
import { and, desc, gte, inArray, sql } from "drizzle-orm";
import type { Database } from "../../../core/database/open.ts";
import { recommendations } from "../../../schema/irrigation.ts";

/** The newest recommendation of each sector, at most a day old. */
export async function latestRecommendations(
  database: Database,
  sectorIds: readonly string[],
  since: FarmDay,
): Promise<Map<string, Recommendation>> {
  const rows = await database
    .selectDistinctOn([recommendations.sectorId])
    .from(recommendations)
    .where(and(inArray(recommendations.sectorId, [...sectorIds]), gte(recommendations.date, since)))
    .orderBy(recommendations.sectorId, desc(recommendations.date));
  return new Map(rows.map(({ sectorId, recommendation }) => [sectorId, recommendation] as const));
}

/**
 * Stores recommendations in place of earlier ones of the same day. They also correct the stored depth of the day,
 * except when the new depth is smaller because water was applied in the meantime (`isWatered`), or when the new
 * recommendation is blocked.
 */
export async function saveRecommendations(
  database: Database,
  given: readonly Recommendation[],
  isWatered: (sectorId: string) => boolean,
): Promise<void> {
  const { askedMm } = recommendations;
  for (const [watered, own] of Map.groupBy(given, ({ sectorId }) => isWatered(sectorId)))
    await database
      .insert(recommendations)
      .values(
        own.map((recommendation) => ({
          sectorId: recommendation.sectorId,
          date: recommendation.date,
          computedAt: new Date(recommendation.computedAt),
          askedMm: askedBy(recommendation),
          recommendation,
        })),
      )
      .onConflictDoUpdate({
        target: [recommendations.sectorId, recommendations.date],
        set: {
          computedAt: sql`excluded.computed_at`,
          recommendation: sql`excluded.recommendation`,
          askedMm: watered
            ? sql`greatest(${askedMm}, excluded.asked_mm)`
            : sql`coalesce(excluded.asked_mm, ${askedMm})`,
        },
      });
}

const askedBy = ({ action, grossMm }: Recommendation) => (action === "nodata" ? null : (grossMm ?? 0));
