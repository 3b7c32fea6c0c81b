import type { FarmDay } from "@lamina/shared/core/farm-time";
import type { Farm } from "@lamina/shared/records/farm";
import { and, asc, desc, eq, gte, lte, ne, sql } from "drizzle-orm";
import { anyOf } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import { ofFarms } from "../../farms/sector-filter.ts";
import type { Caller } from "../../http/caller.ts";
import { farms, pivots, soils } from "../../schema/farms.ts";
import { crops, waterings } from "../../schema/irrigation.ts";
import { sensorTypes } from "../../schema/sensor-types.ts";
import { devices } from "../../schema/telemetry.ts";
import { weatherDays } from "../../schema/weather.ts";

/** The records of a client that the caller may see. */
export async function loadHoldings(database: Database, caller: Caller, clientId: string) {
  const farmIds = [...(caller.clients.get(clientId)?.farmIds ?? [])];
  const [farmRows, pivotRows, soilRows, cropRows] = await Promise.all([
    database
      .select()
      .from(farms)
      .where(and(eq(farms.clientId, clientId), ofFarms(farms._id, farmIds)))
      .orderBy(asc(farms.name), asc(farms._id)),
    database
      .select()
      .from(pivots)
      .where(and(eq(pivots.clientId, clientId), ofFarms(pivots.farmId, farmIds)))
      .orderBy(asc(pivots.name), asc(pivots._id)),
    database.select().from(soils).where(eq(soils.clientId, clientId)).orderBy(asc(soils.name), asc(soils._id)),
    database.select().from(crops).where(eq(crops.clientId, clientId)).orderBy(asc(crops.name), asc(crops._id)),
  ]);
  // The API accepts only zones of this list.
  const inZone = farmRows.map((farm) => ({ ...farm, timezone: farm.timezone as Farm["timezone"] }));
  return { farms: inZone, pivots: pivotRows, soils: soilRows, crops: cropRows };
}

/** ETo and rain of farms on some days. */
export function loadWeather(database: Database, farmIds: readonly string[], from: FarmDay, to: FarmDay) {
  return database
    .select({ farmId: weatherDays.farmId, date: weatherDays.date, eto: weatherDays.eto, rain: weatherDays.rain })
    .from(weatherDays)
    .where(and(anyOf(weatherDays.farmId, farmIds), gte(weatherDays.date, from), lte(weatherDays.date, to)));
}

/** Waterings of sectors that began between two moments, newest first, by sector. Planned ones are left out. */
export async function loadWaterings(database: Database, sectorIds: readonly string[], from: Date, to: Date) {
  const rows = await database
    .select({
      sectorId: waterings.sectorId,
      start: waterings.start,
      end: waterings.end,
      grossMm: waterings.grossMm,
      source: waterings.source,
    })
    .from(waterings)
    .where(
      and(
        anyOf(waterings.sectorId, sectorIds),
        gte(waterings.start, from),
        lte(waterings.start, to),
        eq(waterings.active, true),
        ne(waterings.source, "plan"),
      ),
    )
    .orderBy(desc(waterings.start));
  return Map.groupBy(rows, ({ sectorId }) => sectorId);
}

/**
 * Planned waterings of sectors that began after a moment and have ended (or, without an end, begun) by now, and that
 * neither a panel nor a person has confirmed.
 */
export async function loadUnconfirmed(database: Database, sectorIds: readonly string[], from: Date, now: Date) {
  const rows = await database
    .select({
      sectorId: waterings.sectorId,
      wateringId: waterings._id,
      start: waterings.start,
      end: waterings.end,
      grossMm: waterings.grossMm,
    })
    .from(waterings)
    .where(
      and(
        anyOf(waterings.sectorId, sectorIds),
        gte(waterings.start, from),
        lte(sql`coalesce(${waterings.end}, ${waterings.start})`, now),
        eq(waterings.active, true),
        eq(waterings.source, "plan"),
      ),
    )
    .orderBy(asc(waterings.start));
  return Map.groupBy(
    rows.map(({ start, end, ...row }) => ({
      ...row,
      start: start.toISOString(),
      end: end?.toISOString() ?? null,
    })),
    ({ sectorId }) => sectorId,
  );
}

export function loadDevices(database: Database, farmIds: readonly string[]) {
  return database
    .select({ device: devices, kind: sensorTypes.kind })
    .from(devices)
    .innerJoin(sensorTypes, eq(sensorTypes._id, devices.sensorTypeId))
    .where(anyOf(devices.farmId, farmIds))
    .orderBy(asc(devices.serial));
}
