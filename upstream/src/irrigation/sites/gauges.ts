import { and, asc, eq, or } from "drizzle-orm";
import { anyOf } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import { devices, sensors } from "../../schema/telemetry.ts";
import type { RainPlace } from "../../weather/rain-of-days.ts";
import type { SectorContext } from "./sectors.ts";

/** The place of a sector's rain: its own gauge, else its pivot's, else the gauge nearest to the pivot. */
export function rainPlaceOf({ sector, pivot, farm }: Pick<SectorContext, "sector" | "pivot" | "farm">): RainPlace {
  const { lat, lon } = pivot;
  const gaugeDeviceId = sector.gaugeDeviceId ?? pivot.gaugeDeviceId;
  return { farmId: farm._id, sectorId: sector._id, gaugeDeviceId, lat, lon };
}

/** The instruments of a farm's weather. */
export interface Station {
  /** The farm's station, if it names one. */
  deviceId: string | null;
  serial: string | null;
  lastSeen: Date | null;
  /** Whether a gauge exists on the farm; without one, people record the rain. */
  hasGauge: boolean;
}

/** The station of each of the sectors' farms. */
export async function loadGauges(database: Database, sites: readonly SectorContext[]): Promise<Map<string, Station>> {
  const farms = [...new Map(sites.map(({ farm }) => [farm._id, farm] as const)).values()];
  const farmIds = farms.map(({ _id }) => _id);
  const stationIds = farms.flatMap(({ stationDeviceId }) => stationDeviceId ?? []);
  const rows = await database
    .select({
      clientId: devices.clientId,
      farmId: devices.farmId,
      deviceId: devices._id,
      serial: devices.serial,
      lastSeen: devices.lastSeen,
      variable: sensors.variable,
    })
    .from(devices)
    .leftJoin(sensors, and(eq(sensors.deviceId, devices._id), eq(sensors.variable, "rain")))
    .where(
      and(
        anyOf(devices.clientId, new Set(farms.map(({ clientId }) => clientId))),
        or(anyOf(devices._id, stationIds), and(anyOf(devices.farmId, farmIds), eq(sensors.variable, "rain"))),
      ),
    );
  return new Map(
    farms.map((farm) => {
      const own = rows.find((row) => row.deviceId === farm.stationDeviceId && row.clientId === farm.clientId);
      return [
        farm._id,
        {
          deviceId: own?.deviceId ?? null,
          serial: own?.serial ?? null,
          lastSeen: own?.lastSeen ?? null,
          hasGauge: rows.some((row) => row.farmId === farm._id && row.variable === "rain"),
        },
      ] as const;
    }),
  );
}

/** The rain gauges of farms. */
export function loadRainSensors(database: Database, farmIds: readonly string[]) {
  return database
    .select({ _id: sensors._id, farmId: devices.farmId, deviceId: devices._id, lat: devices.lat, lon: devices.lon })
    .from(sensors)
    .innerJoin(devices, eq(devices._id, sensors.deviceId))
    .where(and(anyOf(devices.farmId, farmIds), eq(sensors.variable, "rain"), eq(sensors.active, true)))
    .orderBy(asc(devices.serial));
}
