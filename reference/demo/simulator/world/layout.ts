import type { FarmDay } from "@lamina/shared/core/farm-time";
import { and, asc, eq, lte } from "drizzle-orm";
import { anyOf } from "../../../api/core/database/arrays.ts";
import type { Database } from "../../../api/core/database/open.ts";
import {
  loadSeasons,
  loadSectors,
  type SectorContext,
  type SectorSeason,
} from "../../../api/irrigation/sites/sectors.ts";
import { farms, waterPermits, waterSources } from "../../../api/schema/farms.ts";
import { devices, monitors, sensors } from "../../../api/schema/telemetry.ts";

export type DeviceRow = typeof devices.$inferSelect;
export type SensorRow = typeof sensors.$inferSelect;

/** An irrigation system with its sectors, in the order of their angles. */
export interface SystemLayout {
  pivot: SectorContext["pivot"];
  sites: SectorContext[];
  /** Last day of the first of its permits to expire; null when none expires. */
  permitUntil: FarmDay | null;
}

export interface DeviceLayout {
  device: DeviceRow;
  sensors: SensorRow[];
  /** The sector of its soil sensors. */
  sectorId: string | undefined;
}

/** A farm's records, as input of the simulation. */
export interface FarmLayout {
  farm: typeof farms.$inferSelect;
  systems: SystemLayout[];
  /** By sector, in the order of planting. */
  seasons: ReadonlyMap<string, SectorSeason[]>;
  devices: DeviceLayout[];
  /** m³/h of each water source. */
  capacities: ReadonlyMap<string, number>;
}

/**
 * Reads the farms of some clients with their equipment. Devices that were added after a moment are skipped, because
 * they belong to people and may be real.
 */
export async function loadLayouts(
  database: Database,
  clientIds: readonly string[],
  until: Date,
): Promise<FarmLayout[]> {
  const ids = [...clientIds];
  const rows = await database.select().from(farms).where(anyOf(farms.clientId, ids)).orderBy(asc(farms._id));
  const sites = await loadSectors(database, { clientIds: ids });
  const seasons = await loadSeasons(
    database,
    sites.map(({ sector }) => sector._id),
  );
  const sources = await database.select().from(waterSources).where(anyOf(waterSources.clientId, ids));
  const permits = await database.select().from(waterPermits).where(anyOf(waterPermits.clientId, ids));
  const capacities = new Map(sources.map(({ _id, capacityM3h }) => [_id, capacityM3h] as const));
  const installed = await loadDevices(database, ids, until);
  return rows.map((farm) => {
    const ownSites = sites.filter((site) => site.farm._id === farm._id);
    const systems = [...Map.groupBy(ownSites, ({ pivot }) => pivot._id).values()].flatMap((ofPivot) => {
      const [first] = ofPivot;
      if (first === undefined) return [];
      const { pivot } = first;
      const ends = permits.flatMap(({ pivotIds, validUntil }) =>
        pivotIds.includes(pivot._id) ? (validUntil ?? []) : [],
      );
      return [{ pivot, sites: ofPivot.toSorted(byAngle), permitUntil: ends.toSorted()[0] ?? null }];
    });
    const installedHere = installed.filter(({ device }) => device.farmId === farm._id);
    return { farm, systems, seasons, devices: installedHere, capacities };
  });
}

const byAngle = (a: SectorContext, b: SectorContext) => a.sector.angleStart - b.sector.angleStart;

async function loadDevices(database: Database, clientIds: string[], until: Date): Promise<DeviceLayout[]> {
  const there = and(anyOf(devices.clientId, clientIds), eq(devices.active, true), lte(devices.createdAt, until));
  const rows = await database.select().from(devices).where(there).orderBy(asc(devices.serial));
  const allSensors = await database
    .select()
    .from(sensors)
    .where(anyOf(sensors.clientId, clientIds))
    .orderBy(asc(sensors.number));
  const points = await database.select().from(monitors).where(anyOf(monitors.clientId, clientIds));
  const sectorOf = new Map(
    points.flatMap(({ sectorId, sensorIds }) => sensorIds.map((sensorId) => [sensorId, sectorId] as const)),
  );
  const ofDevice = Map.groupBy(allSensors, ({ deviceId }) => deviceId);
  return rows.map((device) => {
    const ownSensors = ofDevice.get(device._id) ?? [];
    const sectorId = ownSensors.map(({ _id }) => sectorOf.get(_id)).find((id) => id !== undefined);
    return { device, sensors: ownSensors, sectorId };
  });
}
