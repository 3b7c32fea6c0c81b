import type { FarmDay } from "@lamina/shared/core/farm-time";
import type { Recommendation } from "@lamina/shared/records/irrigation";
import { and, desc, gte, inArray, sql } from "drizzle-orm";
import type { Database } from "../../core/database/open.ts";
import { recommendations } from "../../schema/irrigation.ts";

/** The newest recommendation of each sector, not older than a day. */
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
 * Stores what is recommended, in the place of what was said earlier that day. What was asked is corrected by it, but not where it is less
 * because water was put on meanwhile (`isWatered`), nor where nothing could be said any more.
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
