import { HOUR_MS } from "@lamina/shared/core/time";
import { and } from "drizzle-orm";
import { anyOf } from "../../../core/database/arrays.ts";
import type { Database } from "../../../core/database/open.ts";
import { devices, sensors } from "../../../schema/telemetry.ts";
import type { Telemetry } from "../../../telemetry/service.ts";
import { loadMonitors } from "../../sites/monitors.ts";
import type { SectorState } from "./sector-state.ts";
import { type NamedSummary, summarize } from "./sensor-summary.ts";

/** Readings of the last day give the trend, and the hours above field capacity. */
const WINDOW_MS = 25 * HOUR_MS;

/** Summaries of the monitors of some sectors, by sector. */
export async function loadSummaries(
  { database, telemetry }: { database: Database; telemetry: Pick<Telemetry, "latest" | "hourAggregates"> },
  states: readonly SectorState[],
  now: Date,
): Promise<Map<string, NamedSummary[]>> {
  const stateOf = new Map(states.map((state) => [state.site.sector._id, state] as const));
  if (stateOf.size === 0) return new Map();
  const monitors = await loadMonitors(database, { sectorIds: [...stateOf.keys()] });
  const profile = monitors.flatMap((monitor) => monitor.sensors);
  const deviceIds = [...new Set(profile.map(({ deviceId }) => deviceId))];
  if (deviceIds.length === 0) return new Map();
  const from = new Date(now.getTime() - WINDOW_MS);
  const sensorIds = profile.map(({ _id }) => _id);
  const [owners, beside] = await Promise.all([
    database.select().from(devices).where(anyOf(devices._id, deviceIds)),
    database
      .select({ _id: sensors._id, deviceId: sensors.deviceId, variable: sensors.variable })
      .from(sensors)
      .where(and(anyOf(sensors.deviceId, deviceIds), anyOf(sensors.variable, ["soilTemp", "ec"]))),
  ]);
  const [latest, hours] = await Promise.all([
    telemetry.latest([...sensorIds, ...beside.map(({ _id }) => _id)]),
    telemetry.hourAggregates(sensorIds, from, now),
  ]);
  const bySensor = Map.groupBy(hours, ({ sensorId }) => sensorId);
  const summaries = monitors.flatMap((monitor): NamedSummary[] => {
    const state = stateOf.get(monitor.sectorId);
    if (state === undefined) return [];
    const own = new Set(monitor.sensors.map(({ deviceId }) => deviceId));
    const carried = owners.filter(({ _id }) => own.has(_id));
    const besideOf = (variable: string) =>
      beside
        .filter((sensor) => own.has(sensor.deviceId) && sensor.variable === variable)
        .map(({ _id }) => latest.get(_id)?.value)
        .find((value) => value !== undefined) ?? null;
    const readings = {
      latest,
      hours: bySensor,
      batteryPct: least(carried.map((device) => device.batteryPct)),
      rssiDbm: least(carried.map((device) => device.rssiDbm)),
      soilTempC: besideOf("soilTemp"),
      ecDsM: besideOf("ec"),
    };
    return [summarize(monitor, state, readings, now)];
  });
  return Map.groupBy(summaries, ({ sectorId }) => sectorId);
}

/** The minimum of the values that are not null. */
function least(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length > 0 ? Math.min(...known) : null;
}
