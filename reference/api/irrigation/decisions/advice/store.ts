import type { FarmDay } from "@lamina/shared/core/farm-time";
import type { Recommendation } from "@lamina/shared/records/recommendation";
import { and, desc, eq, gte, isNull, type SQL, sql } from "drizzle-orm";
import { anyOf } from "../../../core/database/arrays.ts";
import type { Database } from "../../../core/database/open.ts";
import { pivotSectors } from "../../../schema/farms.ts";
import { recommendations } from "../../../schema/irrigation.ts";

/** A stored recommendation, and its run in the plan of the day. */
export type StoredRecommendation = Pick<typeof recommendations.$inferSelect, "recommendation" | "run">;

/** The newest recommendation of each sector, at most a day old. */
export async function latestRecommendations(
  database: Database,
  sectorIds: readonly string[],
  since: FarmDay,
): Promise<Map<string, StoredRecommendation>> {
  if (sectorIds.length === 0) return new Map();
  const rows = await database
    .selectDistinctOn([recommendations.sectorId], {
      sectorId: recommendations.sectorId,
      recommendation: recommendations.recommendation,
      run: recommendations.run,
    })
    .from(recommendations)
    .where(and(anyOf(recommendations.sectorId, sectorIds), gte(recommendations.date, since)))
    .orderBy(recommendations.sectorId, desc(recommendations.date));
  return new Map(rows.map(({ sectorId, ...stored }) => [sectorId, stored] as const));
}

/**
 * Stores recommendations in place of earlier ones of the same day. They also correct the stored depth of the day,
 * except when the new depth is smaller because water was applied in the meantime (`isWatered`), or when the new
 * recommendation is blocked. In these cases, and with the same figures again, the run of the day remains; else it waits
 * for the new plan.
 */
export async function saveRecommendations(
  database: Database,
  given: readonly Recommendation[],
  isWatered: (sectorId: string) => boolean,
): Promise<void> {
  const { askedMm, run } = recommendations;
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
          run: watered ? sql`${run}` : sql`case when excluded.asked_mm is null or ${HAS_SAME_FIGURES} then ${run} end`,
        },
      });
}

/** Clients with a recommendation to irrigate, computed since a moment, whose run in the plan is not stored. */
export async function unplannedClients(database: Database, since: Date): Promise<string[]> {
  const { run, computedAt, recommendation, sectorId } = recommendations;
  const rows = await database
    .selectDistinct({ clientId: pivotSectors.clientId })
    .from(recommendations)
    .innerJoin(pivotSectors, eq(pivotSectors._id, sectorId))
    .where(and(isNull(run), sql`${recommendation}->>'action' = 'irrigate'`, gte(computedAt, since)));
  return rows.map(({ clientId }) => clientId);
}

const figuresOf = (recommendation: SQL) =>
  sql.join(
    ["action", "grossMm", "passes", "percent", "hoursTotal", "costBrl"].map((key) =>
      sql.join([recommendation, sql.raw(`->'${key}'`)]),
    ),
    sql`, `,
  );
const HAS_SAME_FIGURES = sql`(${figuresOf(sql`excluded.recommendation`)}) is not distinct from
  (${figuresOf(sql`${recommendations.recommendation}`)})`;

const askedBy = ({ action, grossMm }: Recommendation) => (action === "nodata" ? null : (grossMm ?? 0));
