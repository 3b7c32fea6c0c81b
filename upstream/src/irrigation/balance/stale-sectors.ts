import { type FarmDay, farmDay } from "@lamina/shared/farm-time";
import { and, eq, exists, not, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../core/database/open.ts";
import type { DomainEvents } from "../../core/events.ts";
import type { WireRecord } from "../../core/wire.ts";
import { type SectorFilter, sectorCondition } from "../../farms/sector-filter.ts";
import { farms, pivotSectors, pivots } from "../../schema/farms.ts";
import { balances, seasons } from "../../schema/irrigation.ts";

/** Sectors whose rows are no longer true, each with the first day that is not. */
export interface StaleSectors {
  /** Marks sectors from a day on. */
  mark(sectorIds: readonly string[], from: FarmDay): void;
  /** Marks the sectors whose balance depends on a record that was written. */
  recordChanged(event: DomainEvents["record"]): Promise<void>;
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

  async function markWatering(watering: WireRecord | undefined): Promise<void> {
    if (watering === undefined) return;
    const sectorId = String(watering.sectorId);
    const [farm] = await database
      .select({ timezone: farms.timezone })
      .from(pivotSectors)
      .innerJoin(pivots, eq(pivots._id, pivotSectors.pivotId))
      .innerJoin(farms, eq(farms._id, pivots.farmId))
      .where(eq(pivotSectors._id, sectorId));
    if (farm !== undefined) note(sectorId, farmDay(Date.parse(String(watering.start)), farm.timezone));
  }

  async function markRain(rain: WireRecord | undefined): Promise<void> {
    if (rain === undefined) return;
    const place = rain.sectorId ? { sectorIds: [String(rain.sectorId)] } : { farmIds: [String(rain.farmId)] };
    await markWhere(place, String(rain.date));
  }

  async function recordChanged({ clientId, entity, recordId, before, after }: DomainEvents["record"]): Promise<void> {
    const either = [before, after];
    switch (entity) {
      case "Watering":
        for (const watering of either) await markWatering(watering);
        break;
      case "Rain":
        for (const rain of either) await markRain(rain);
        break;
      case "Season":
        for (const season of either) if (season) note(String(season.sectorId), String(season.plantingDate));
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

  return {
    mark,
    recordChanged,
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
