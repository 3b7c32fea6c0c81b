import { type FarmDay, farmDay } from "@lamina/shared/core/farm-time";
import { and, eq, exists, inArray, not, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../core/database/open.ts";
import type { DomainEvents } from "../../core/events.ts";
import type { ChangeOf, RecordChanged } from "../../core/record-changed.ts";
import { type SectorFilter, sectorCondition } from "../../farms/sector-filter.ts";
import { farms, pivotSectors, pivots } from "../../schema/farms.ts";
import { balances, seasons } from "../../schema/irrigation.ts";

/** Sectors whose rows are no longer true, each with the first day that is not. */
export interface StaleSectors {
  /** Marks sectors from a day on. */
  mark(sectorIds: readonly string[], from: FarmDay): void;
  /** Marks the sectors whose balance depends on records that were written. */
  recordsChanged(changes: readonly RecordChanged[]): Promise<void>;
  /** Marks the sectors of a farm whose weather is new from a day on. */
  weatherChanged(event: DomainEvents["weather"]): Promise<void>;
  /** Marks what is in season, because what changed while nobody listened is not known, and seasons that were never computed. */
  markAll(): Promise<void>;
  count(): number;
  /** Up to `most` of the marks, which are taken away. */
  take(most: number): Map<string, FarmDay>;
  /** Puts marks back that could not be worked off. */
  putBack(marks: ReadonlyMap<string, FarmDay>): void;
}

/** Holds the marks in memory. */
export function createStaleSectors(database: Database): StaleSectors {
  const marks = new Map<string, FarmDay>();

  function note(sectorId: string, from: FarmDay): void {
    const known = marks.get(sectorId);
    if (known === undefined || from < known) marks.set(sectorId, from);
  }

  function mark(sectorIds: readonly string[], from: FarmDay): void {
    for (const sectorId of sectorIds) note(sectorId, from);
  }

  async function markWhere(filter: SectorFilter, from: FarmDay): Promise<void> {
    const rows = await database
      .select({ _id: pivotSectors._id })
      .from(pivotSectors)
      .innerJoin(pivots, eq(pivots._id, pivotSectors.pivotId))
      .where(sectorCondition(filter));
    for (const { _id } of rows) note(_id, from);
  }

  /** What hangs on a crop, a soil, a pivot or the rules changes the seasons that are not closed; those keep what was managed by. */
  async function markSeasons(condition: SQL): Promise<void> {
    const rows = await database
      .select({ sectorId: seasons.sectorId, from: seasons.plantingDate, status: seasons.status })
      .from(seasons)
      .innerJoin(pivotSectors, eq(pivotSectors._id, seasons.sectorId))
      .where(condition);
    const open = rows.filter(({ status }) => status !== "closed");
    for (const { sectorId, from } of open) note(sectorId, from);
  }

  async function markWaterings(changes: readonly ChangeOf<"Watering">[]): Promise<void> {
    const written = changes.flatMap(({ before, after }) => [before, after]).filter((one) => one !== undefined);
    if (written.length === 0) return;
    const rows = await database
      .select({ sectorId: pivotSectors._id, timezone: farms.timezone })
      .from(pivotSectors)
      .innerJoin(pivots, eq(pivots._id, pivotSectors.pivotId))
      .innerJoin(farms, eq(farms._id, pivots.farmId))
      .where(inArray(pivotSectors._id, [...new Set(written.map(({ sectorId }) => sectorId))]));
    const zones = new Map(rows.map(({ sectorId, timezone }) => [sectorId, timezone] as const));
    for (const { sectorId, start } of written) {
      const zone = zones.get(sectorId);
      if (zone !== undefined) note(sectorId, farmDay(Date.parse(start), zone));
    }
  }

  async function markRains(changes: readonly ChangeOf<"Rain">[]): Promise<void> {
    const written = changes.flatMap(({ before, after }) => [before, after]).filter((one) => one !== undefined);
    for (const { sectorId, date } of written) if (sectorId) note(sectorId, date);
    const ofFarms = written.flatMap(({ sectorId, farmId, date }) => (farmId && !sectorId ? [{ farmId, date }] : []));
    for (const [farmId, days] of Map.groupBy(ofFarms, (rain) => rain.farmId))
      await markWhere(
        { farmIds: [farmId] },
        days.map(({ date }) => date).reduce((a, b) => (a < b ? a : b)),
      );
  }

  async function markSetUp(change: RecordChanged): Promise<void> {
    const { clientId, recordId } = change;
    switch (change.entity) {
      case "Season":
        for (const season of [change.before, change.after]) if (season) note(season.sectorId, season.plantingDate);
        break;
      case "Crop":
        await markSeasons(eq(seasons.cropId, recordId));
        break;
      case "Soil":
        await markSeasons(eq(pivotSectors.soilId, recordId));
        break;
      case "Pivot":
        await markSeasons(eq(pivotSectors.pivotId, recordId));
        break;
      case "PivotSector":
        await markSeasons(eq(pivotSectors._id, recordId));
        break;
      case "Config":
        await markSeasons(eq(seasons.clientId, clientId));
        break;
    }
  }

  async function recordsChanged(changes: readonly RecordChanged[]): Promise<void> {
    await markWaterings(changes.filter((change) => change.entity === "Watering"));
    await markRains(changes.filter((change) => change.entity === "Rain"));
    for (const change of changes) await markSetUp(change);
  }

  return {
    mark,
    recordsChanged,
    weatherChanged: ({ farmId, from }) => markWhere({ farmIds: [farmId] }, from),
    async markAll() {
      const hasRows = exists(database.select({ one: sql`1` }).from(balances).where(eq(balances.seasonId, seasons._id)));
      const rows = await database
        .select({ sectorId: seasons.sectorId, from: seasons.plantingDate })
        .from(seasons)
        .where(or(eq(seasons.status, "active"), and(eq(seasons.status, "closed"), not(hasRows))));
      for (const { sectorId, from } of rows) note(sectorId, from);
    },
    count: () => marks.size,
    take(most) {
      const taken = new Map([...marks].slice(0, most));
      for (const sectorId of taken.keys()) marks.delete(sectorId);
      return taken;
    },
    putBack(taken) {
      for (const [sectorId, from] of taken) note(sectorId, from);
    },
  };
}
