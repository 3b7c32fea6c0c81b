import type { QualityFlag } from "@lamina/shared/records/telemetry";
import { isRain } from "@lamina/shared/records/variables";
import { eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../core/database/open.ts";
import { devices, rainDoubts, readings, sensorStates, sensors } from "../../schema/telemetry.ts";
import type { Calibration } from "../rules/calibration.ts";
import { flagCode, rangeOf } from "../rules/quality.ts";
import { lockDevices } from "../store/device-store.ts";
import { freeDoubted, recountRain } from "../store/recount-rain.ts";
import { rebuildAll } from "../store/rollup-rebuild.ts";

/**
 * Follows a new calibration of a sensor. Readings and rollups contain raw values, so that only flags change, of values
 * that entered or left the valid range, and the rollups with them. Rain is judged again; a person's answers stay unless
 * the sensor `isOther`: has another variable, such as a total instead of amounts.
 */
export async function recalibrate(
  database: Database,
  sensorId: string,
  { to, isOther }: { to: Calibration; isOther: boolean },
): Promise<void> {
  const [owner] = await database
    .select({ serial: devices.serial })
    .from(sensors)
    .innerJoin(devices, eq(devices._id, sensors.deviceId))
    .where(eq(sensors._id, sensorId));
  const device = owner && (await lockDevices(database, [owner.serial])).get(owner.serial);
  const sensor = device?.sensors.find(({ _id }) => _id === sensorId);
  if (device === undefined || sensor === undefined) return;

  if (isOther) await database.delete(rainDoubts).where(eq(rainDoubts.sensorId, sensorId));
  if (isOther || isRain(sensor.variable)) await freeDoubted(database, sensor);

  const [lowest, highest] = rangeOf(sensor);
  const flag = flagAfter(sql`(${to.calibA}::float8 + ${to.calibB}::float8 * raw) between ${lowest} and ${highest}`);
  const changed = sql`sensor = ${sensor.number} and flag <> ${flag}`;
  await database.execute(sql`update ${sensorStates} set flag = ${flag} where ${changed}`);
  const { rows } = await database.execute(sql`
    with changed as (update ${readings} set flag = ${flag} where ${changed} returning 1)
    select count(*)::int as count from changed`);
  if (isRain(sensor.variable)) await recountRain(database, device, sensor);
  else if (isOther || Number(rows[0]?.count) > 0)
    await rebuildAll(database, { sensor: sensor.number, timezone: device.timezone });
}

/** The calibration affects only the range check; other flags are kept. */
function flagAfter(isPossible: SQL): SQL {
  const code = (flag: QualityFlag | null) => sql.raw(String(flagCode(flag)));
  return sql`case
    when flag not in (${code(null)}, ${code("out-of-range")}, ${code("late")}) then flag
    when not (${isPossible}) then ${code("out-of-range")}
    when flag = ${code("late")} then flag
    else ${code(null)} end`;
}
