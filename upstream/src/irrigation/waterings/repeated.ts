import { and, eq, gte, lte } from "drizzle-orm";
import { anyOf } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import type { JsonRecord } from "../../core/serialize.ts";
import { waterings } from "../../schema/irrigation.ts";

const startOf = ({ start }: JsonRecord) => (start instanceof Date ? start.getTime() : Date.parse(String(start)));

/** Two waterings of one sector with the same start and gross depth are the same record, sent twice. */
export function wateringIdentity(record: JsonRecord): string {
  return `${record.sectorId} ${startOf(record)} ${Number(record.grossMm).toFixed(2)}`;
}

/** Stored waterings of the same sectors and time range. */
export function wateringsAlike(transaction: Database, records: readonly JsonRecord[]): Promise<JsonRecord[]> {
  const starts = records.map(startOf);
  return transaction
    .select({ sectorId: waterings.sectorId, start: waterings.start, grossMm: waterings.grossMm })
    .from(waterings)
    .where(
      and(
        anyOf(waterings.sectorId, new Set(records.map(({ sectorId }) => String(sectorId)))),
        gte(waterings.start, new Date(starts.reduce((a, b) => Math.min(a, b)))),
        lte(waterings.start, new Date(starts.reduce((a, b) => Math.max(a, b)))),
        eq(waterings.active, true),
      ),
    );
}
