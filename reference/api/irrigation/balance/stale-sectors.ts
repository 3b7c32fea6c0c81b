import { type FarmDay, farmDay } from "@lamina/shared/core/farm-time";
import { and, asc, eq, exists, inArray, min, ne, not, or, type SQL, sql } from "drizzle-orm";
import { anyOf, sqlArray } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import type { DomainEvents } from "../../core/domain-events.ts";
import type { ChangeOf, RecordChanged } from "../../core/record-changed.ts";
import { type SectorFilter, sectorCondition } from "../../farms/sector-filter.ts";
import { farms, pivotSectors, pivots } from "../../schema/farms.ts";
import { balancePrograms, balances, seasons, staleSectors } from "../../schema/irrigation.ts";

type Marks = Map<string, FarmDay>;

function note(marks: Marks, sectorId: string, from: FarmDay): void {
  const mark = marks.get(sectorId);
  if (mark === undefined || from < mark) marks.set(sectorId, from);
}

/** Marks sectors from a day on, in the transaction that makes their rows wrong; always in the same order, to avoid deadlocks. */
export async function markSectors(database: Database, marks: ReadonlyMap<string, FarmDay>): Promise<void> {
  if (marks.size === 0) return;
  const rows = [...marks].sort(([one], [other]) => (one < other ? -1 : 1));
  const ids = sqlArray(
    rows.map(([sectorId]) => sectorId),
    "text",
  );
  const days = sqlArray(
    rows.map(([, from]) => from),
    "date",
  );
  // A sector that is deleted in the same transaction needs no mark.
  await database.execute(sql`
    insert into ${staleSectors} as known (sector_id, "from")
    select id, day from unnest(${ids}, ${days}) as mark (id, day)
    where exists (select from ${pivotSectors} where _id = id) order by id
    on conflict (sector_id) do update set "from" = least(known."from", excluded."from")`);
}

/** Clients with marks, of all or of those that own some sectors; the one with the oldest mark first. */
export async function markedClients(database: Database, filter?: SectorFilter): Promise<string[]> {
  const owners =
    filter &&
    database
      .select({ clientId: pivotSectors.clientId })
      .from(pivotSectors)
      .innerJoin(pivots, eq(pivots._id, pivotSectors.pivotId))
      .where(sectorCondition(filter));
  const rows = await database
    .select({ clientId: pivotSectors.clientId })
    .from(staleSectors)
    .innerJoin(pivotSectors, eq(pivotSectors._id, staleSectors.sectorId))
    .where(owners && inArray(pivotSectors.clientId, owners))
    .groupBy(pivotSectors.clientId)
    .orderBy(asc(min(staleSectors.number)));
  return rows.map(({ clientId }) => clientId);
}

/** The oldest marks of a client, at most `most`; reading does not remove them. */
export async function someMarks(database: Database, clientId: string, most: number): Promise<Marks> {
  const rows = await database
    .select({ sectorId: staleSectors.sectorId, from: staleSectors.from })
    .from(staleSectors)
    .innerJoin(pivotSectors, eq(pivotSectors._id, staleSectors.sectorId))
    .where(eq(pivotSectors.clientId, clientId))
    .orderBy(asc(staleSectors.number))
    .limit(most);
  return new Map(rows.map(({ sectorId, from }) => [sectorId, from] as const));
}

/** Deletes and returns the marks of sectors, in the transaction that recomputes them. */
export async function takeMarks(transaction: Database, sectorIds: readonly string[]): Promise<Marks> {
  const ofSectors = anyOf(staleSectors.sectorId, sectorIds);
  const rows = await transaction
    .select()
    .from(staleSectors)
    .where(ofSectors)
    .orderBy(asc(staleSectors.sectorId))
    .for("update");
  await transaction.delete(staleSectors).where(ofSectors);
  return new Map(rows.map(({ sectorId, from }) => [sectorId, from] as const));
}

/** Deletes a mark that cannot be processed, unless it has changed. */
export async function dropMark(database: Database, sectorId: string, from: FarmDay): Promise<void> {
  await database.delete(staleSectors).where(and(eq(staleSectors.sectorId, sectorId), eq(staleSectors.from, from)));
}

/** Marks the sectors of a farm with new weather from a day on. */
export async function weatherChanged(
  transaction: Database,
  changes: readonly DomainEvents["weather"][],
): Promise<never[]> {
  const marks: Marks = new Map();
  for (const { farmId, from } of changes) await markWhere(transaction, marks, { farmIds: [farmId] }, from);
  await markSectors(transaction, marks);
  return [];
}

/** Marks the sectors with a balance that depends on the changed records. */
export async function recordsChanged(transaction: Database, changes: readonly RecordChanged[]): Promise<void> {
  const marks: Marks = new Map();
  await markWaterings(
    transaction,
    marks,
    changes.filter((change) => change.entity === "Watering"),
  );
  await markRains(
    transaction,
    marks,
    changes.filter((change) => change.entity === "Rain"),
  );
  for (const change of changes) await markSetUp(transaction, marks, change);
  await markSectors(transaction, marks);
}

/**
 * Marks seasons that were never computed and, once for each program, active ones, because a new program may compute
 * differently.
 * @param program identifies how balances are computed
 */
export async function markAll(database: Database, program: string): Promise<void> {
  await database.transaction(async (transaction) => {
    const computed = await transaction.select().from(balancePrograms).where(eq(balancePrograms.program, program));
    const hasRows = exists(
      transaction.select({ one: sql`1` }).from(balances).where(eq(balances.seasonId, seasons._id)),
    );
    const isNew = computed.length === 0;
    const rows = await transaction
      .select({ sectorId: seasons.sectorId, from: seasons.plantingDate })
      .from(seasons)
      .where(and(ne(seasons.status, "planned"), or(not(hasRows), isNew ? eq(seasons.status, "active") : undefined)));
    const marks: Marks = new Map();
    for (const { sectorId, from } of rows) note(marks, sectorId, from);
    await markSectors(transaction, marks);
    if (!isNew) return;
    await transaction.delete(balancePrograms);
    await transaction.insert(balancePrograms).values({ program }).onConflictDoNothing();
  });
}

async function markWhere(database: Database, marks: Marks, filter: SectorFilter, from: FarmDay): Promise<void> {
  const rows = await database
    .select({ _id: pivotSectors._id })
    .from(pivotSectors)
    .innerJoin(pivots, eq(pivots._id, pivotSectors.pivotId))
    .where(sectorCondition(filter));
  for (const { _id } of rows) note(marks, _id, from);
}

/**
 * A change of a crop, a soil, a pivot or the rules affects seasons that are not closed; closed ones keep the values
 * that were used.
 */
const markSeasons = (database: Database, marks: Marks, condition: SQL) => markOpen(database, marks, condition);

/** Marks seasons that are not closed, from their planting or from a later day. */
async function markOpen(database: Database, marks: Marks, condition: SQL, from: FarmDay = ""): Promise<void> {
  const rows = await database
    .select({ sectorId: seasons.sectorId, planted: seasons.plantingDate, status: seasons.status })
    .from(seasons)
    .innerJoin(pivotSectors, eq(pivotSectors._id, seasons.sectorId))
    .where(condition);
  const open = rows.filter(({ status }) => status !== "closed");
  for (const { sectorId, planted } of open) note(marks, sectorId, from > planted ? from : planted);
}

async function markWaterings(
  database: Database,
  marks: Marks,
  changes: readonly ChangeOf<"Watering">[],
): Promise<void> {
  const written = changes.flatMap(({ before, after }) => [before, after]).filter((one) => one !== undefined);
  if (written.length === 0) return;
  const rows = await database
    .select({ sectorId: pivotSectors._id, timezone: farms.timezone })
    .from(pivotSectors)
    .innerJoin(pivots, eq(pivots._id, pivotSectors.pivotId))
    .innerJoin(farms, eq(farms._id, pivots.farmId))
    .where(anyOf(pivotSectors._id, new Set(written.map(({ sectorId }) => sectorId))));
  const zones = new Map(rows.map(({ sectorId, timezone }) => [sectorId, timezone] as const));
  for (const { sectorId, start } of written) {
    const zone = zones.get(sectorId);
    if (zone !== undefined) note(marks, sectorId, farmDay(Date.parse(start), zone));
  }
}

async function markRains(database: Database, marks: Marks, changes: readonly ChangeOf<"Rain">[]): Promise<void> {
  const written = changes.flatMap(({ before, after }) => [before, after]).filter((one) => one !== undefined);
  for (const { sectorId, date } of written) if (sectorId) note(marks, sectorId, date);
  const ofFarms = written.flatMap(({ sectorId, farmId, date }) => (farmId && !sectorId ? [{ farmId, date }] : []));
  for (const [farmId, days] of Map.groupBy(ofFarms, (rain) => rain.farmId))
    await markWhere(
      database,
      marks,
      { farmIds: [farmId] },
      days.map(({ date }) => date).reduce((a, b) => (a < b ? a : b)),
    );
}

async function markSetUp(database: Database, marks: Marks, change: RecordChanged): Promise<void> {
  const { clientId, recordId } = change;
  switch (change.entity) {
    case "Season":
      for (const season of [change.before, change.after]) if (season) note(marks, season.sectorId, season.plantingDate);
      break;
    case "Crop":
      await markSeasons(database, marks, eq(seasons.cropId, recordId));
      break;
    case "Soil":
      await markSeasons(database, marks, eq(pivotSectors.soilId, recordId));
      break;
    case "Pivot":
      await markSeasons(database, marks, eq(pivotSectors.pivotId, recordId));
      break;
    case "MachineCalibration":
      for (const one of [change.before, change.after])
        if (one) await markOpen(database, marks, eq(pivotSectors.pivotId, one.pivotId), one.date);
      break;
    case "CanopyObservation":
      for (const one of [change.before, change.after]) if (one) note(marks, one.sectorId, one.date);
      break;
    case "PivotSector":
      await markSeasons(database, marks, eq(pivotSectors._id, recordId));
      break;
    case "Config":
      await markSeasons(database, marks, eq(seasons.clientId, clientId));
      break;
  }
}
