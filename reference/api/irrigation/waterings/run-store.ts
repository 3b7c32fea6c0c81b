import type { WetRun } from "@lamina/agronomy/machine/wet-run";
import { anyOf } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import { pivotRuns } from "../../schema/irrigation.ts";

/** Stores the last processed report of a pivot, and its run in progress. */
export async function upsertRun(
  transaction: Database,
  row: { pivotId: string; until: Date; run: WetRun | null },
): Promise<void> {
  const { until, run } = row;
  await transaction
    .insert(pivotRuns)
    .values(row)
    .onConflictDoUpdate({ target: pivotRuns.pivotId, set: { until, run } });
}

/** The runs in progress, by pivot. */
export async function runsUnderWay(database: Database, pivotIds: readonly string[]): Promise<Map<string, WetRun>> {
  if (pivotIds.length === 0) return new Map();
  const rows = await database
    .select({ pivotId: pivotRuns.pivotId, run: pivotRuns.run })
    .from(pivotRuns)
    .where(anyOf(pivotRuns.pivotId, pivotIds));
  return new Map(rows.flatMap(({ pivotId, run }) => (run === null ? [] : [[pivotId, run] as const])));
}
