import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../core/database/open.ts";
import { farms, pivots } from "../../schema/farms.ts";
import { devices, sensors } from "../../schema/telemetry.ts";

/** The flow meter of each system that has a trusted one. Of several meters, the first by serial number counts. */
export async function loadMeters(database: Database, condition?: SQL) {
  const rows = await database
    .select({ sensorId: sensors._id, pivotId: pivots._id, timezone: farms.timezone, flowM3h: pivots.flowM3h })
    .from(sensors)
    .innerJoin(devices, eq(devices._id, sensors.deviceId))
    .innerJoin(pivots, eq(pivots._id, devices.pivotId))
    .innerJoin(farms, eq(farms._id, pivots.farmId))
    .where(
      and(
        condition,
        eq(sensors.variable, "flow"),
        eq(sensors.active, true),
        sql`${sensors.distrusted} is not true`,
        eq(devices.active, true),
      ),
    )
    .orderBy(devices.serial, sensors.number);
  return [...Map.groupBy(rows, ({ pivotId }) => pivotId).values()].flatMap(([first]) => first ?? []);
}
