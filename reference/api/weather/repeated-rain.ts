import { and, eq, gte, lte, or } from "drizzle-orm";
import { anyOf } from "../core/database/arrays.ts";
import type { Database } from "../core/database/open.ts";
import { type JsonRecord, toJson } from "../core/serialize.ts";
import type { Repeats } from "../records/repeats.ts";
import { rains } from "../schema/weather.ts";

/** The same depth at the same place on the same day is one record, sent twice. */
export const rainRepeats: Repeats = {
  keyOf: ({ sectorId, farmId, date }) => `${sectorId ?? farmId} ${date}`,
  keyFields: ["sectorId", "farmId", "date"],
  amounts: ["mm"],
  // A day may have two showers, each with its record.
  isOnePerKey: false,
  alike: storedAlike,
};

/** Stored rains of the same places and time range. */
async function storedAlike(transaction: Database, records: readonly JsonRecord[]): Promise<JsonRecord[]> {
  const days = records.map(({ date }) => String(date)).sort();
  const placesOf = (field: "farmId" | "sectorId") => [
    ...new Set(records.flatMap((record) => (typeof record[field] === "string" ? [record[field]] : []))),
  ];
  const rows = await transaction
    .select()
    .from(rains)
    .where(
      and(
        or(anyOf(rains.farmId, placesOf("farmId")), anyOf(rains.sectorId, placesOf("sectorId"))),
        gte(rains.date, days[0] ?? ""),
        lte(rains.date, days.at(-1) ?? ""),
        eq(rains.active, true),
      ),
    );
  return rows.map(toJson);
}
