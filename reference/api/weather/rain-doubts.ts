import type { FarmDay } from "@lamina/shared/core/farm-time";
import type { RainDoubt } from "@lamina/shared/records/weather";
import { and, asc, between, eq, isNull } from "drizzle-orm";
import { anyOf } from "../core/database/arrays.ts";
import type { Database } from "../core/database/open.ts";
import { devices, rainDoubts, sensors } from "../schema/telemetry.ts";
import { POSSIBLE_A_DAY_MM } from "../telemetry/rules/rain-doubts.ts";

/** Open doubts of gauges by device and day. */
export type RainDoubts = ReadonlyMap<string, RainDoubt>;

/** The doubted rain of the farms' gauges on days, both included, that waits for an answer. */
export async function loadRainDoubts(
  database: Database,
  farmIds: readonly string[],
  from: FarmDay,
  to: FarmDay,
): Promise<RainDoubts> {
  const { sensorId, day, kind, mm, acceptedAt } = rainDoubts;
  const rows = await database
    .select({ deviceId: devices._id, sensorId, day, kind, mm, variable: sensors.variable })
    .from(rainDoubts)
    .innerJoin(sensors, and(eq(sensors._id, sensorId), eq(sensors.active, true)))
    .innerJoin(devices, and(eq(devices._id, sensors.deviceId), eq(devices.active, true)))
    .where(and(anyOf(devices.farmId, farmIds), between(day, from, to), isNull(acceptedAt)))
    .orderBy(asc(mm));
  return new Map(
    rows.map(({ deviceId, day, variable, ...doubt }) => [
      `${deviceId} ${day}`,
      { ...doubt, days: [day], acceptable: doubt.mm <= POSSIBLE_A_DAY_MM, isTotal: variable === "rainTotal" },
    ]),
  );
}
