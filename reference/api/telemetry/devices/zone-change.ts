import { isRain } from "@lamina/shared/records/variables";
import { asc, eq, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../core/database/open.ts";
import type { RecordChanged } from "../../core/record-changed.ts";
import { farms } from "../../schema/farms.ts";
import { devices, sensors, staleClocks } from "../../schema/telemetry.ts";
import { rebuildAll } from "../store/rollup-rebuild.ts";
import { recalibrate } from "./recalibrate.ts";

/**
 * Marks the sensors with days that a change cuts differently: of a farm with another time zone, of a device on another
 * farm. To be called in the transaction of the change.
 */
export async function markZoneChanges(transaction: Database, changes: readonly RecordChanged[]): Promise<void> {
  const conditions = changes.flatMap((change): SQL[] => {
    const { entity, recordId, before, after } = change;
    if (before === undefined || after === undefined) return [];
    if (entity === "Farm" && before.timezone !== after.timezone) return [eq(devices.farmId, recordId)];
    if (entity === "Device" && before.farmId !== after.farmId) return [eq(devices._id, recordId)];
    return [];
  });
  if (conditions.length === 0) return;
  const found = transaction
    .select({ sensorId: sensors._id })
    .from(sensors)
    .innerJoin(devices, eq(devices._id, sensors.deviceId))
    .where(or(...conditions))
    .orderBy(asc(sensors._id));
  // An update instead of nothing, because it waits for a transaction that removes the mark.
  await transaction
    .insert(staleClocks)
    .select(found)
    .onConflictDoUpdate({ target: staleClocks.sensorId, set: { sensorId: sql`excluded.sensor_id` } });
}

/**
 * Cuts the days of all marked sensors again, each in a transaction that also removes its mark and runs `follow`. `done`
 * takes the results of `follow` after the commit.
 */
export async function applyZoneChanges<Result>(
  database: Database,
  follow: (transaction: Database, sensorId: string) => Promise<Result>,
  done: (result: Result) => Promise<void>,
): Promise<void> {
  for (const { sensorId } of await database.select().from(staleClocks).orderBy(asc(staleClocks.sensorId))) {
    const result = await database.transaction(async (transaction) => {
      await transaction.delete(staleClocks).where(eq(staleClocks.sensorId, sensorId));
      const [found] = await transaction
        .select({
          sensor: sensors.number,
          timezone: farms.timezone,
          variable: sensors.variable,
          to: { calibA: sensors.calibA, calibB: sensors.calibB },
        })
        .from(sensors)
        .innerJoin(devices, eq(devices._id, sensors.deviceId))
        .innerJoin(farms, eq(farms._id, devices.farmId))
        .where(eq(sensors._id, sensorId));
      // Rain is doubted by the day, so that it is judged again.
      if (found && isRain(found.variable)) await recalibrate(transaction, sensorId, { to: found.to, isOther: false });
      else if (found) await rebuildAll(transaction, found);
      return follow(transaction, sensorId);
    });
    await done(result);
  }
}
