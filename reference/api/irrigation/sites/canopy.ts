import { CANOPY_AMOUNTS } from "@lamina/shared/records/season/canopy";
import { and, asc, eq, gte, lte } from "drizzle-orm";
import { anyOf } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import { type JsonRecord, toJson } from "../../core/serialize.ts";
import type { Repeats } from "../../records/repeats.ts";
import { canopyObservations } from "../../schema/irrigation.ts";

/** A sector is seen once a day: another value of the day is a correction. */
export const canopyRepeats: Repeats = {
  keyOf: ({ sectorId, date }) => `${sectorId} ${date}`,
  keyFields: ["sectorId", "date"],
  amounts: ["cover", ...CANOPY_AMOUNTS],
  isOnePerKey: true,
  alike: async (transaction, records) => {
    const days = records.map(({ date }) => String(date)).sort();
    const sectorIds = new Set(records.map(({ sectorId }) => String(sectorId)));
    return (await observed(transaction, sectorIds, days[0] ?? "", days.at(-1) ?? "")).map(toJson) as JsonRecord[];
  },
};

/** The observed covers of sectors on some days, the newest of a day last. */
export function observed(database: Database, sectorIds: Iterable<string>, from: string, to: string) {
  return database
    .select()
    .from(canopyObservations)
    .where(
      and(
        anyOf(canopyObservations.sectorId, new Set(sectorIds)),
        gte(canopyObservations.date, from),
        lte(canopyObservations.date, to),
        eq(canopyObservations.active, true),
      ),
    )
    .orderBy(asc(canopyObservations.createdAt), asc(canopyObservations._id));
}
