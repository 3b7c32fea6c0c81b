import { MINUTE_MS } from "@lamina/shared/core/time";
import { WATERING_AMOUNTS } from "@lamina/shared/records/irrigation";
import { and, eq, gte, lt } from "drizzle-orm";
import { anyOf } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import { type JsonRecord, toJson } from "../../core/serialize.ts";
import type { Repeats } from "../../records/repeats.ts";
import { waterings } from "../../schema/irrigation.ts";

/** The minute of the start, because older exports have no seconds. */
function minuteOf({ start }: JsonRecord): number {
  const at = start instanceof Date ? start.getTime() : Date.parse(String(start));
  return Math.floor(at / MINUTE_MS);
}

/** Two waterings of one sector with the same start and gross depth are the same record, sent twice. */
export const wateringRepeats: Repeats = {
  keyOf: (record) => `${record.sectorId} ${minuteOf(record)}`,
  keyFields: ["sectorId", "start"],
  amounts: WATERING_AMOUNTS,
  moment: "start",
  // A sector begins one watering in a minute, so another depth is a correction.
  isOnePerKey: true,
  alike: storedAlike,
};

/** Stored waterings of the same sectors and time range. */
async function storedAlike(transaction: Database, records: readonly JsonRecord[]): Promise<JsonRecord[]> {
  const minutes = records.map(minuteOf);
  const rows = await transaction
    .select()
    .from(waterings)
    .where(
      and(
        anyOf(waterings.sectorId, new Set(records.map(({ sectorId }) => String(sectorId)))),
        gte(waterings.start, new Date(minutes.reduce((a, b) => Math.min(a, b)) * MINUTE_MS)),
        lt(waterings.start, new Date((minutes.reduce((a, b) => Math.max(a, b)) + 1) * MINUTE_MS)),
        eq(waterings.active, true),
      ),
    );
  return rows.map(toJson);
}
