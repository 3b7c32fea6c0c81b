import { randomUUID } from "node:crypto";
import type { FarmDay } from "@lamina/shared/core/farm-time";
import { round } from "@lamina/shared/core/units";
import { and, eq } from "drizzle-orm";
import type { Database } from "../../core/database/open.ts";
import type { Caller } from "../../http/caller.ts";
import { problems } from "../../http/problem.ts";
import { audit } from "../../records/audit/write.ts";
import { adjustments } from "../../schema/irrigation.ts";
import { markSectors } from "./stale-sectors.ts";
import { rowsOn } from "./store.ts";

export interface Adjustment {
  sectorId: string;
  date: FarmDay;
  /** Null removes the adjustments of the day. */
  drMm: number | null;
  reason: string;
}

/** Slack for rounding on a screen, mm. */
const ROUNDING_MM = 0.05;

/**
 * Stores a depletion that a person set for the end of a day, with the reason, or removes those of the day, and writes
 * the audit.
 * @throws HttpProblem 400 for a day without a row or without an adjustment, or a depletion beyond that day's CAD
 */
export async function storeAdjustment(
  database: Database,
  caller: Caller,
  { clientId, now, ...adjustment }: Adjustment & { clientId: string; now: Date },
): Promise<void> {
  const { sectorId, date, drMm, reason } = adjustment;
  await database.transaction(async (transaction) => {
    const row = (await rowsOn(transaction, [{ sectorId, date }])).get(sectorId);
    if (row === undefined) throw problems.validation([{ field: "date", id: "no-balance" }]);
    if (drMm !== null && drMm > row.taw + ROUNDING_MM)
      throw problems.validation([
        {
          field: "drMm",
          id: "above-capacity",
          maximum: round(row.taw, 1),
          unit: "mm",
        },
      ]);
    const { userId, userName } = caller;
    const times = { createdAt: now, updatedAt: now };
    if (drMm === null) {
      const ofDay = and(eq(adjustments.sectorId, sectorId), eq(adjustments.date, date));
      const removed = await transaction.delete(adjustments).where(ofDay).returning();
      if (removed.length === 0) throw problems.validation([{ field: "date", id: "no-adjustment" }]);
    } else {
      const stamp = { _id: randomUUID(), clientId, userId, userName, ...times };
      await transaction.insert(adjustments).values({ ...adjustment, ...stamp, drMm });
    }
    await markSectors(transaction, new Map([[sectorId, date]]));
    await audit(transaction, {
      author: caller,
      date: now,
      clientId,
      entity: "Balance",
      recordId: sectorId,
      // Includes the day, because the audit leaves out fields that are equal before and after.
      before: { date: null, drMm: row.dr },
      after: { date, drMm },
      reason,
    });
  });
}
