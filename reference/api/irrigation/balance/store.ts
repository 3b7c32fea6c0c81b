import type { FarmDay } from "@lamina/shared/core/farm-time";
import type { Balance } from "@lamina/shared/records/balance";
import { and, asc, desc, eq, getTableColumns, gte, lt, lte, ne, sql } from "drizzle-orm";
import { anyOf, sqlArray } from "../../core/database/arrays.ts";
import { batchesOf, selectRows } from "../../core/database/insert-rows.ts";
import type { Database } from "../../core/database/open.ts";
import { pivotSectors } from "../../schema/farms.ts";
import { balances } from "../../schema/irrigation.ts";
import type { BalanceRecord } from "./rows.ts";

const { state: _, ...WIRE } = getTableColumns(balances);
/** All columns but the key, as an insert has them. */
const { sectorId: _sector, date: _date, ...VALUES } = getTableColumns(balances);
const EXCLUDED = Object.fromEntries(
  Object.entries(VALUES).map(([field, { name }]) => [field, sql`excluded.${sql.identifier(name)}`]),
);

/** A sector and the first of its affected days. */
export interface SectorDay {
  sectorId: string;
  from: FarmDay;
}

/** Locks these sectors against other computations until the transaction ends. */
export async function lockSectors(transaction: Database, sectorIds: readonly string[]): Promise<void> {
  await transaction
    .select({ _id: pivotSectors._id })
    .from(pivotSectors)
    .where(anyOf(pivotSectors._id, sectorIds))
    .orderBy(asc(pivotSectors._id))
    .for("no key update");
}

/**
 * Replaces all rows of these sectors from their days on; handles thousands of rows, those of a season in the order of
 * their days and without gaps. Days that had a row are updated, which costs half of deleting and inserting them: the
 * indexes and the foreign keys are not touched.
 */
export async function replaceRows(
  transaction: Database,
  spans: readonly SectorDay[],
  rows: readonly BalanceRecord[],
): Promise<void> {
  const spansJson = JSON.stringify(spans.map(({ sectorId, from }) => ({ sector_id: sectorId, date: from })));
  const kept = [...Map.groupBy(rows, ({ seasonId }) => seasonId).values()].map((ofSeason) => {
    return { sector_id: ofSeason[0]?.sectorId, first: ofSeason[0]?.date, last: ofSeason.at(-1)?.date };
  });
  await transaction.execute(sql`
    delete from ${balances} using json_populate_recordset(null::${balances}, ${spansJson}::json) as span
    where ${balances.sectorId} = span.sector_id and ${balances.date} >= span.date and not exists (
      select from json_to_recordset(${JSON.stringify(kept)}::json) as kept (sector_id text, first date, last date)
      where kept.sector_id = ${balances.sectorId} and ${balances.date} between kept.first and kept.last)`);
  for (const batch of batchesOf(rows)) {
    await transaction
      .insert(balances)
      .select(selectRows(balances, batch))
      .onConflictDoUpdate({ target: [balances.sectorId, balances.date], set: EXCLUDED });
  }
}

/** Rows of these days, from which the next days continue. */
export async function rowsOn(
  database: Database,
  days: readonly { sectorId: string; date: FarmDay }[],
): Promise<Map<string, BalanceRecord>> {
  if (days.length === 0) return new Map();
  const daysJson = JSON.stringify(days.map(({ sectorId, date }) => ({ sector_id: sectorId, date })));
  const rows = await database
    .select(getTableColumns(balances))
    .from(balances)
    .innerJoin(
      sql`json_populate_recordset(null::${balances}, ${daysJson}::json) as day`,
      sql`${balances.sectorId} = day.sector_id and ${balances.date} = day.date`,
    );
  return new Map(rows.map((row) => [row.sectorId, row] as const));
}

/** The last row of a sector before a day, of another season than this one. */
export async function lastRowBefore(
  database: Database,
  { sectorId, date, seasonId }: { sectorId: string; date: FarmDay; seasonId: string | undefined },
): Promise<BalanceRecord | undefined> {
  const isOther = seasonId === undefined ? undefined : ne(balances.seasonId, seasonId);
  const before = and(eq(balances.sectorId, sectorId), lt(balances.date, date), isOther);
  const [row] = await database.select().from(balances).where(before).orderBy(desc(balances.date)).limit(1);
  return row;
}

/** The last row of each sector, by one index lookup per sector. */
export async function lastRows(database: Database, sectorIds: readonly string[]): Promise<Map<string, BalanceRecord>> {
  if (sectorIds.length === 0) return new Map();
  const rows = await database
    .select()
    .from(balances)
    .where(
      sql`(${balances.sectorId}, ${balances.date}) in (
        select sector._id, (select max(row.date) from ${balances} row where row.sector_id = sector._id)
        from ${pivotSectors} sector where sector._id = any(${sqlArray(sectorIds, "text")}))`,
    );
  return new Map(rows.map((row) => [row.sectorId, row] as const));
}

/** Rows of sectors between two days, by sector and day, as sent. */
export async function rowsBetween(
  database: Database,
  sectorIds: readonly string[],
  from: FarmDay,
  to: FarmDay,
): Promise<Balance[]> {
  return database
    .select(WIRE)
    .from(balances)
    .where(and(anyOf(balances.sectorId, sectorIds), gte(balances.date, from), lte(balances.date, to)))
    .orderBy(asc(balances.sectorId), asc(balances.date));
}

/** A row as sent. */
export function toBalance({ state: _state, ...row }: BalanceRecord): Balance {
  return row;
}
