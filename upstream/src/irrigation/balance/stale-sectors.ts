import { type FarmDay, farmDay } from "@lamina/shared/farm-time";
import { and, eq, exists, not, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../core/database/open.ts";
import type { DomainEvents, Events } from "../../core/events.ts";
import type { WireRecord } from "../../core/wire.ts";
import { farms, pivotSectors, pivots } from "../../schema/farms.ts";
import { balances, seasons } from "../../schema/irrigation.ts";

/** Sectors whose rows are no longer true, each with the first day that is not. */
export interface StaleSectors {
  /** Marks sectors from a day on, and tells of it. */
  mark(clientId: string, sectorIds: readonly string[], from: FarmDay): Promise<void>;
  /** Marks what is in season, because what changed while nobody listened is not known, and seasons that were never computed. */
  markAll(): Promise<void>;
  count(): number;
  /** Up to `most` of the marks, which are taken away. */
  take(most: number): Map<string, FarmDay>;
  /** Puts marks back that could not be worked off. */
  putBack(marks: ReadonlyMap<string, FarmDay>): void;
}

type RecordEvent = DomainEvents["record"];

/** Keeps the marks, and makes them when records or the weather change. */
export function createStaleSectors(database: Database, events: Events): StaleSectors {
  const marks = new Map<string, FarmDay>();

  function note(sectorId: string, from: FarmDay): void {
    const known = marks.get(sectorId);
    if (known === undefined || from < known) marks.set(sectorId, from);
  }

  async function mark(clientId: string, sectorIds: readonly string[], from: FarmDay): Promise<void> {
    if (sectorIds.length === 0) return;
    for (const sectorId of sectorIds) note(sectorId, from);
    await events.emit("balanceInput", { clientId, sectorIds, from });
  }

  async function markWhere(clientId: string, condition: SQL | undefined, from: FarmDay): Promise<void> {
    const rows = await database
      .select({ _id: pivotSectors._id })
      .from(pivotSectors)
      .innerJoin(pivots, eq(pivots._id, pivotSectors.pivotId))
      .where(condition);
    await mark(
      clientId,
      rows.map(({ _id }) => _id),
      from,
    );
  }

  /** What hangs on a crop, a soil, a pivot or the rules changes the seasons that are not closed; those keep what was managed by. */
  async function markSeasons(clientId: string, condition: SQL | undefined): Promise<void> {
    const rows = await database
      .select({ sectorId: seasons.sectorId, from: seasons.plantingDate, status: seasons.status })
      .from(seasons)
      .innerJoin(pivotSectors, eq(pivotSectors._id, seasons.sectorId))
      .where(condition);
    const open = rows.filter(({ status }) => status !== "closed");
    for (const [from, same] of Map.groupBy(open, (row) => row.from))
      await mark(
        clientId,
        same.map(({ sectorId }) => sectorId),
        from,
      );
  }

  async function markWatering(clientId: string, watering: WireRecord | undefined): Promise<void> {
    if (watering === undefined) return;
    const sectorId = String(watering.sectorId);
    const [farm] = await database
      .select({ timezone: farms.timezone })
      .from(pivotSectors)
      .innerJoin(pivots, eq(pivots._id, pivotSectors.pivotId))
      .innerJoin(farms, eq(farms._id, pivots.farmId))
      .where(eq(pivotSectors._id, sectorId));
    if (farm !== undefined)
      await mark(clientId, [sectorId], farmDay(Date.parse(String(watering.start)), farm.timezone));
  }

  async function markRain(clientId: string, rain: WireRecord | undefined): Promise<void> {
    if (rain === undefined) return;
    const place = rain.sectorId ? eq(pivotSectors._id, String(rain.sectorId)) : eq(pivots.farmId, String(rain.farmId));
    await markWhere(clientId, place, String(rain.date));
  }

  async function onRecord({ clientId, entity, recordId, before, after }: RecordEvent): Promise<void> {
    const either = [before, after];
    switch (entity) {
      case "Watering":
        for (const watering of either) await markWatering(clientId, watering);
        break;
      case "Rain":
        for (const rain of either) await markRain(clientId, rain);
        break;
      case "Season":
        for (const season of either)
          if (season) await mark(clientId, [String(season.sectorId)], String(season.plantingDate));
        break;
      case "Crop":
        await markSeasons(clientId, eq(seasons.cropId, recordId));
        break;
      case "Soil":
        await markSeasons(clientId, eq(pivotSectors.soilId, recordId));
        break;
      case "Pivot":
        await markSeasons(clientId, eq(pivotSectors.pivotId, recordId));
        break;
      case "PivotSector":
        await markSeasons(clientId, eq(pivotSectors._id, recordId));
        break;
      case "Config":
        await markSeasons(clientId, eq(seasons.clientId, clientId));
        break;
    }
  }

  events.on("record", onRecord);
  events.on("weather", ({ clientId, farmId, from }) => markWhere(clientId, eq(pivots.farmId, farmId), from));

  return {
    mark,
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
