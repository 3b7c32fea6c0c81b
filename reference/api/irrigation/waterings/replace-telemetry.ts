import {
  isSameWatering,
  LONGEST_WATERING_MS,
  SAME_WATERING_MS,
  type Watering,
  wateringSpan,
} from "@lamina/shared/records/irrigation";
import { and, eq, gte, lte } from "drizzle-orm";
import { anyOf } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import { type RecordChanged, recordChanged } from "../../core/record-changed.ts";
import { toJson } from "../../core/serialize.ts";
import { auditReasons } from "../../records/audit/text.ts";
import { auditAll, PROGRAM } from "../../records/audit/write.ts";
import { waterings } from "../../schema/irrigation.ts";

/**
 * A person's record replaces telemetry's record of the same watering, because the water must not count twice. Deletes
 * telemetry's record, with an audit entry, in the transaction that writes the person's. A later planned watering is a
 * different one.
 */
export async function replaceTelemetry(
  transaction: Database,
  manual: readonly Watering[],
  { clientId, now }: { clientId: string; now: Date },
): Promise<RecordChanged[]> {
  const spans = manual
    .map((watering) => ({ sectorId: watering.sectorId, ...wateringSpan(watering) }))
    .filter(({ startAt }) => startAt <= now.getTime());
  if (spans.length === 0) return [];
  const first = spans.reduce((least, { startAt }) => Math.min(least, startAt), Number.POSITIVE_INFINITY);
  const last = spans.reduce((most, { endAt }) => Math.max(most, endAt), Number.NEGATIVE_INFINITY);
  const near = await transaction
    .select()
    .from(waterings)
    .where(
      and(
        anyOf(waterings.sectorId, new Set(spans.map(({ sectorId }) => sectorId))),
        eq(waterings.source, "telemetry"),
        gte(waterings.start, new Date(first - LONGEST_WATERING_MS)),
        lte(waterings.start, new Date(last + SAME_WATERING_MS)),
      ),
    );
  const doubles = near.filter((watering) =>
    spans.some((span) => span.sectorId === watering.sectorId && isSameWatering(span, wateringSpan(watering))),
  );
  if (doubles.length === 0) return [];
  const gone = doubles.map((watering) => ({ recordId: watering._id, before: toJson(watering) }));
  const ids = gone.map(({ recordId }) => recordId);
  await transaction.delete(waterings).where(anyOf(waterings._id, ids));
  const entry = { author: PROGRAM, date: now, clientId, entity: "Watering" };
  await auditAll(
    transaction,
    gone.map((one) => ({ ...entry, ...one, reason: auditReasons.replacedByHand })),
  );
  return gone.map((one) => recordChanged("Watering", { clientId, ...one }));
}
