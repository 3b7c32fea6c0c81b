import { eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../../core/database/open.ts";
import { toJson } from "../../core/serialize.ts";
import { problems } from "../../http/problem.ts";
import { clockCorrectedReason } from "../../records/audit/text.ts";
import { type Author, audit } from "../../records/audit/write.ts";
import { devices, readings, sensorStates } from "../../schema/telemetry.ts";
import { flagCode } from "../rules/quality.ts";
import { lockDevices } from "../store/device-store.ts";
import { rebuildAll } from "../store/rollup-rebuild.ts";
import { clockError } from "./clock-error.ts";
import { recalibrate } from "./recalibrate.ts";

interface Correction {
  deviceId: string;
  /** By how many minutes the clock is ahead. */
  minutes: number;
  author: Author;
  date: Date;
}

/**
 * Corrects the clock of a device: readings that come from now on by its own messages, and the stored ones where all of
 * them show the same error. Returns the number of stored readings that moved, and the sensors. @throws HttpProblem 404
 */
export async function correctClock(
  transaction: Database,
  { deviceId, minutes, author, date }: Correction,
): Promise<{ moved: number; sensorIds: string[] }> {
  const [before] = await transaction.select().from(devices).where(eq(devices._id, deviceId));
  const device = before && (await lockDevices(transaction, [before.serial])).get(before.serial);
  if (before === undefined || device === undefined) throw problems.notFound("device");
  const error = await clockError(transaction, before, date);
  const [after] = await transaction
    .update(devices)
    .set({ clockShiftMin: (before.clockShiftMin ?? 0) - minutes, updatedAt: date })
    .where(eq(devices._id, deviceId))
    .returning();
  const isSafe = error?.storedToo === true && error.minutes === minutes;
  const numbers = device.sensors.map(({ number }) => number);
  const moved = isSafe && numbers.length > 0 ? await move(transaction, numbers, -minutes) : 0;
  if (moved > 0)
    for (const { _id, number, calibA, calibB } of device.sensors) {
      await recalibrate(transaction, _id, { to: { calibA, calibB }, isOther: false });
      await rebuildAll(transaction, { sensor: number, timezone: device.timezone });
    }
  await audit(transaction, {
    author,
    date,
    clientId: before.clientId,
    entity: "Device",
    recordId: deviceId,
    before: toJson(before),
    after: toJson(after ?? before),
    reason: clockCorrectedReason(moved),
  });
  return { moved, sensorIds: moved > 0 ? device.sensors.map(({ _id }) => _id) : [] };
}

/** Moves all readings of sensors by some minutes; their flags of the wrong time end. */
async function move(transaction: Database, numbers: readonly number[], minutes: number): Promise<number> {
  const [late, skew] = [sql.raw(String(flagCode("late"))), sql.raw(String(flagCode("clock-skew")))];
  const ofSensors = inArray(readings.sensor, [...numbers]);
  // All are deleted before one is stored again, because a moment may be that of another reading.
  await transaction.execute(sql`create temporary table moved_readings on commit drop as
    select sensor, at + ${sql.raw(`${minutes} * interval '1 minute'`)} as at, raw,
      case when flag in (${late}, ${skew}) then 0 else flag end as flag from ${readings} where ${ofSensorsRaw(numbers)}`);
  await transaction.delete(readings).where(ofSensors);
  await transaction.execute(
    sql`insert into ${readings} (sensor, at, raw, flag) select sensor, at, raw, flag from moved_readings`,
  );
  await transaction.delete(sensorStates).where(inArray(sensorStates.sensor, [...numbers]));
  const { rows } = await transaction.execute<{ count: number }>(sql`
    with newest as (
      insert into ${sensorStates} (sensor, at, raw, flag, since)
      select distinct on (sensor) sensor, at, raw, flag, at from moved_readings order by sensor, at desc returning 1
    ) select count(*)::int as count from moved_readings`);
  return Number(rows[0]?.count ?? 0);
}

/** Without parameters, which a table that is created from a query cannot have. */
const ofSensorsRaw = (numbers: readonly number[]) => sql.raw(`sensor in (${numbers.map(Math.trunc).join(", ")})`);
