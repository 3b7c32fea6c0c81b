import { and, eq, gte, lte, or } from "drizzle-orm";
import { anyOf } from "../core/database/arrays.ts";
import type { Database } from "../core/database/open.ts";
import type { JsonRecord } from "../core/serialize.ts";
import { rains } from "../schema/weather.ts";

/** The same depth at the same place on the same day is one record, sent twice. */
export function rainIdentity({ sectorId, farmId, date, mm }: JsonRecord): string {
  return `${sectorId ?? farmId} ${date} ${Number(mm).toFixed(2)}`;
}

/** Stored rains of the same places and time range. */
export function rainsAlike(transaction: Database, records: readonly JsonRecord[]): Promise<JsonRecord[]> {
  const days = records.map(({ date }) => String(date)).sort();
  const placesOf = (field: "farmId" | "sectorId") => [
    ...new Set(records.flatMap((record) => (typeof record[field] === "string" ? [record[field]] : []))),
  ];
  return transaction
    .select({ farmId: rains.farmId, sectorId: rains.sectorId, date: rains.date, mm: rains.mm })
    .from(rains)
    .where(
      and(
        or(anyOf(rains.farmId, placesOf("farmId")), anyOf(rains.sectorId, placesOf("sectorId"))),
        gte(rains.date, days[0] ?? ""),
        lte(rains.date, days.at(-1) ?? ""),
        eq(rains.active, true),
      ),
    );
}
