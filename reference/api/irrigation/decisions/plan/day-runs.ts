import { isDeepStrictEqual } from "node:util";
import type { Recommendation } from "@lamina/shared/records/recommendation";
import { type RunFigures, recommendedRun } from "@lamina/shared/records/run-figures";
import { sql } from "drizzle-orm";
import type { Database } from "../../../core/database/open.ts";
import { recommendations } from "../../../schema/irrigation.ts";
import type { StoredRecommendation } from "../advice/store.ts";

/**
 * Stores the runs that the cards show with the recommendations of the day, for the reports. Only the newest
 * recommendation of a sector is ever shown, so the runs of earlier days no longer change.
 * @param shown recommendations with the hours and the money of the plan
 * @param stored the same as they were read before the plan was made
 * @param isWatered whether water was applied on the sector today
 */
export async function recordDayRuns(
  database: Database,
  shown: Iterable<Recommendation>,
  stored: ReadonlyMap<string, StoredRecommendation>,
  isWatered: (sectorId: string) => boolean,
): Promise<void> {
  const changed = [...shown].flatMap((own) => {
    const { sectorId, date, computedAt } = own;
    const before = stored.get(sectorId);
    // A withdrawn recommendation has no row of its own.
    if (before?.recommendation.computedAt !== computedAt) return [];
    const run = dayRun(own, before.run, isWatered(sectorId));
    return isDeepStrictEqual(run, before.run) ? [] : [{ sectorId, date, computedAt, run }];
  });
  if (changed.length === 0) return;
  const { sectorId, date, computedAt } = recommendations;
  // A recommendation that was replaced while its plan was made has another time.
  await database.execute(sql`
    update ${recommendations} set run = shown.run
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb)
      as shown("sectorId" text, "date" date, "computedAt" timestamptz, "run" jsonb)
    where ${sectorId} = shown."sectorId" and ${date} = shown."date" and ${computedAt} = shown."computedAt"`);
}

/** The run of a day. What remains of a depth while and after it is applied does not replace it. */
function dayRun(own: Recommendation, before: RunFigures | null, isWatered: boolean): RunFigures | null {
  if (own.action === "nodata") return before;
  const run = recommendedRun(own);
  if (before === null) return run;
  const isRest = own.underWay != null || (isWatered && (run?.grossMm ?? 0) < (before.grossMm ?? 0));
  return isRest ? before : run;
}
