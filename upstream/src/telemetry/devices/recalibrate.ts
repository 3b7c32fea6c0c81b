import { eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../core/database/open.ts";
import { devices, readings, sensorStates, sensors } from "../../schema/telemetry.ts";
import { flagCode, rangeOf } from "../rules/quality.ts";
import { lockDevices } from "../store/device-store.ts";
import { rebuildAll } from "../store/rollup-rebuild.ts";

/** value = a + b · raw */
export interface Calibration {
  calibA: number;
  calibB: number;
}

/**
 * Gives a sensor's stored readings the values that another calibration would have given them. What the sensor itself said
 * follows from what is stored, raw = (value − a) / b, so nothing else need be kept.
 */
export async function recalibrate(
  database: Database,
  sensorId: string,
  { from, to }: { from: Calibration; to: Calibration },
): Promise<void> {
  const [owner] = await database
    .select({ serial: devices.serial })
    .from(sensors)
    .innerJoin(devices, eq(devices._id, sensors.deviceId))
    .where(eq(sensors._id, sensorId));
  const device = owner && (await lockDevices(database, [owner.serial])).get(owner.serial);
  const sensor = device?.sensors.find(({ _id }) => _id === sensorId);
  if (device === undefined || sensor === undefined) return;

  const [lowest, highest] = rangeOf(sensor);
  const value = sql`(${to.calibA}::float8 + (value - ${from.calibA}::float8) * ${to.calibB / from.calibB}::float8)`;
  const flag = flagAfter(sql`${value} between ${lowest} and ${highest}`);
  for (const table of [readings, sensorStates])
    await database.execute(sql`update ${table} set value = ${value}, flag = ${flag} where sensor = ${sensor.number}`);

  await rebuildAll(database, { sensor: sensor.number, timezone: device.timezone });
}

/** Only whether a value is possible depends on the calibration; what else is doubtful stays so. */
function flagAfter(isPossible: SQL): SQL {
  const code = (flag: Parameters<typeof flagCode>[0]) => sql.raw(String(flagCode(flag)));
  return sql`case
    when flag not in (${code(null)}, ${code("out-of-range")}, ${code("late")}) then flag
    when not (${isPossible}) then ${code("out-of-range")}
    when flag = ${code("late")} then flag
    else ${code(null)} end`;
}
