import { eq, type SQL } from "drizzle-orm";
import type { Database } from "../../core/database/open.ts";
import type { DomainEvents } from "../../core/events.ts";
import { farms } from "../../schema/farms.ts";
import { devices, sensors } from "../../schema/telemetry.ts";
import { rebuildAll } from "../store/rollup-rebuild.ts";

/** Sensors with days that must be cut again, because their farm's time zone has changed. */
interface ZoneChanges {
  /** Marks the sensors affected by a change: of a farm's time zone, or of a device's farm. */
  note(event: DomainEvents["record"]): void;
  /** Cuts the days of all marked sensors again. Returns the sensors. */
  drain(): Promise<string[]>;
}

export function createZoneChanges(database: Database): ZoneChanges {
  const marked: SQL[] = [];
  return {
    note({ entity, recordId, before, after }) {
      if (before === undefined || after === undefined) return;
      if (entity === "Farm" && before.timezone !== after.timezone) marked.push(eq(farms._id, recordId));
      if (entity === "Device" && before.farmId !== after.farmId) marked.push(eq(devices._id, recordId));
    },

    async drain() {
      const done: string[] = [];
      for (let condition = marked[0]; condition !== undefined; condition = marked[0]) {
        const found = await database
          .select({ _id: sensors._id, sensor: sensors.number, timezone: farms.timezone })
          .from(sensors)
          .innerJoin(devices, eq(devices._id, sensors.deviceId))
          .innerJoin(farms, eq(farms._id, devices.farmId))
          .where(condition);
        for (const { _id, ...sensor } of found) {
          await database.transaction((transaction) => rebuildAll(transaction, sensor));
          done.push(_id);
        }
        marked.shift();
      }
      return done;
    },
  };
}
