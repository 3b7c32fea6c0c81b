import { HOUR_MS } from "@lamina/shared/core/time";
import { FLOW_VARIABLES, variableRow } from "@lamina/shared/records/variables";
import { and, eq, type SQL, sql } from "drizzle-orm";
import { anyOf } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import { farms, pivots } from "../../schema/farms.ts";
import { devices, sensors } from "../../schema/telemetry.ts";
import type { HourAggregate, Telemetry } from "../../telemetry/service.ts";

/** The flow meter of each system that has a trusted one. Of several meters, the first by serial number counts. */
export async function loadMeters(database: Database, condition?: SQL) {
  const rows = await database
    .select({
      sensorId: sensors._id,
      variable: sensors.variable,
      pivotId: pivots._id,
      timezone: farms.timezone,
      flowM3h: pivots.flowM3h,
    })
    .from(sensors)
    .innerJoin(devices, eq(devices._id, sensors.deviceId))
    .innerJoin(pivots, eq(pivots._id, devices.pivotId))
    .innerJoin(farms, eq(farms._id, pivots.farmId))
    .where(
      and(
        condition,
        anyOf(sensors.variable, FLOW_VARIABLES),
        eq(sensors.active, true),
        sql`${sensors.distrusted} is not true`,
        eq(devices.active, true),
      ),
    )
    .orderBy(devices.serial, sensors.number);
  return [...Map.groupBy(rows, ({ pivotId }) => pivotId).values()].flatMap(([first]) => first ?? []);
}

/**
 * The hours of flow meters from a moment until `to`, as flows in m³/h, by sensor. The increases of a meter that counts
 * are spread over its hours, so that their sum in a full hour is its mean flow.
 */
export async function meterHours(
  telemetry: Pick<Telemetry, "hourAggregates">,
  meters: Awaited<ReturnType<typeof loadMeters>>,
  { from, to, now }: { from: Date; to: Date; now: Date },
): Promise<Map<string, HourAggregate[]>> {
  const counting = new Map(
    meters.flatMap(({ sensorId, variable, flowM3h }) =>
      variableRow(variable).aggregate === "total" ? [[sensorId, flowM3h] as const] : [],
    ),
  );
  const hours = await telemetry.hourAggregates(
    meters.map(({ sensorId }) => sensorId),
    from,
    to,
  );
  return Map.groupBy(
    hours.map((hour) => {
      const nominal = counting.get(hour.sensorId);
      return nominal === undefined ? hour : flowOf(hour, nominal, now);
    }),
    ({ sensorId }) => sensorId,
  );
}

/** Above this part of its nominal flow, a system ran throughout. */
const FULL_PART = 0.85;

/** @param nominal the flow of the running system, m³/h */
function flowOf(aggregate: HourAggregate, nominal: number, now: Date): HourAggregate {
  const { hour, sum, count, min, max } = aggregate;
  const passedMs = Math.min(HOUR_MS, Math.max(1, now.getTime() - hour.getTime()));
  const perHour = HOUR_MS / passedMs;
  const flow = sum * perHour;
  // A single increase does not say in which part of the hour it flowed: that part follows from the nominal flow.
  if (count === 1 && flow < FULL_PART * nominal) return { ...aggregate, sum: flow, min: 0, max: nominal };
  return { ...aggregate, count: 1, sum: flow, min: min * count * perHour, max: max * count * perHour };
}
