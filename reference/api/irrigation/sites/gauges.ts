import { RAIN_VARIABLES } from "@lamina/shared/records/variables";
import type { StationFault } from "@lamina/shared/records/weather";
import { and, asc, eq } from "drizzle-orm";
import { anyOf } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import { devices, sensors } from "../../schema/telemetry.ts";
import type { RainPlace } from "../../weather/rain-of-days.ts";
import { lastFaults } from "../../weather/station-faults.ts";
import type { SectorContext } from "./sectors.ts";

/** The place of a sector's rain: its own gauge, else its pivot's, else the gauge nearest to the pivot. */
export function rainPlaceOf({ sector, pivot, farm }: Pick<SectorContext, "sector" | "pivot" | "farm">): RainPlace {
  const { lat, lon } = pivot;
  const gaugeDeviceId = sector.gaugeDeviceId ?? pivot.gaugeDeviceId;
  return { farmId: farm._id, sectorId: sector._id, gaugeDeviceId, lat, lon };
}

export interface Station {
  /** The farm's station, if it names one. */
  deviceId: string | null;
  /** Its name, or its serial number. */
  name: string | null;
  lastSeen: Date | null;
  /** Lasting faults of the device that measures the farm's radiation. */
  faults: StationFault[];
}

/** The station of each of the sectors' farms. */
export async function loadStations(database: Database, sites: readonly SectorContext[]): Promise<Map<string, Station>> {
  const farms = [...new Map(sites.map(({ farm }) => [farm._id, farm] as const)).values()];
  const stationIds = farms.flatMap(({ stationDeviceId }) => stationDeviceId ?? []);
  const rows = await database
    .select({
      clientId: devices.clientId,
      deviceId: devices._id,
      serial: devices.serial,
      name: devices.name,
      lastSeen: devices.lastSeen,
    })
    .from(devices)
    .where(
      and(anyOf(devices.clientId, new Set(farms.map(({ clientId }) => clientId))), anyOf(devices._id, stationIds)),
    );
  const faults = await lastFaults(
    database,
    farms.map(({ _id }) => _id),
  );
  return new Map(
    farms.map((farm) => {
      const known = faults.get(farm._id);
      const own = rows.find((row) => row.deviceId === farm.stationDeviceId && row.clientId === farm.clientId);
      return [
        farm._id,
        {
          deviceId: own?.deviceId ?? null,
          name: own?.name ?? own?.serial ?? null,
          lastSeen: own?.lastSeen ?? null,
          faults: known?.faults.filter(({ deviceId }) => deviceId === known.source) ?? [],
        },
      ] as const;
    }),
  );
}

export function loadRainSensors(database: Database, farmIds: readonly string[]) {
  return database
    .select({ _id: sensors._id, farmId: devices.farmId, deviceId: devices._id, lat: devices.lat, lon: devices.lon })
    .from(sensors)
    .innerJoin(devices, eq(devices._id, sensors.deviceId))
    .where(and(anyOf(devices.farmId, farmIds), anyOf(sensors.variable, RAIN_VARIABLES), eq(sensors.active, true)))
    .orderBy(asc(devices.serial));
}
