import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import { anyOf } from "../core/database/arrays.ts";
import type { Database } from "../core/database/open.ts";
import type { RecordChanged } from "../core/record-changed.ts";
import { farms } from "../schema/farms.ts";
import { devices } from "../schema/telemetry.ts";

/** Fields on which the weather of a farm's past days depends: ETo and Rso, the wind at 2 m, the choice of station and gauge. */
const FACTS = {
  Farm: ["altitude", "lat", "lon", "timezone", "stationDeviceId"],
  Device: ["farmId", "heightM", "lat", "lon", "intervalMin", "active"],
  Sensor: ["deviceId", "variable", "depthCm", "active"],
  Config: ["etoSource"],
} as const;

/** The farms with changed facts. A calibration is followed by its readings, which mark their farm themselves. */
export async function farmsWithChangedFacts(
  database: Database,
  changes: readonly RecordChanged[],
): Promise<ReadonlySet<string>> {
  const farmIds = new Set<string>();
  for (const change of changes) {
    const { entity, before, after } = change;
    if (entity !== "Farm" && entity !== "Device" && entity !== "Sensor" && entity !== "Config") continue;
    const differs = (FACTS[entity] as readonly string[]).some(
      (field) => !isDeepStrictEqual(fieldOf(before, field), fieldOf(after, field)),
    );
    if (!differs) continue;
    if (entity === "Farm" && before && after) farmIds.add(change.recordId);
    if (entity === "Device") for (const device of [before, after]) if (device) farmIds.add(String(device.farmId));
    if (entity === "Sensor") {
      const ids = [before, after].flatMap((sensor) => (sensor ? [String(sensor.deviceId)] : []));
      const owners = await database.select({ farmId: devices.farmId }).from(devices).where(anyOf(devices._id, ids));
      for (const { farmId } of owners) farmIds.add(farmId);
    }
    if (entity === "Config") {
      const own = await database.select({ _id: farms._id }).from(farms).where(eq(farms.clientId, change.clientId));
      for (const { _id } of own) farmIds.add(_id);
    }
  }
  return farmIds;
}

const fieldOf = (record: object | undefined, field: string): unknown =>
  (record && new Map<string, unknown>(Object.entries(record)).get(field)) ?? null;
