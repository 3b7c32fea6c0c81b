import { DAY_MS, MINUTE_MS } from "@lamina/shared/core/time";
import { and, desc, eq, gt, sql } from "drizzle-orm";
import type { Database } from "../../core/database/open.ts";
import { deviceMessages, type devices, readings, sensors } from "../../schema/telemetry.ts";
import { flagCode } from "../rules/quality.ts";

type Device = Pick<typeof devices.$inferSelect, "_id" | "intervalMin">;

/** A smaller difference may be the way of the message, min. */
const MIN_AHEAD_MIN = 20;
const MIN_BEHIND_MIN = 50;
/** A wrong zone is a whole or half hour; how far the newest reading of a device may be from it, min. */
const ZONE_MIN = 30;
const ZONE_TOLERANCE_MIN = 12;
const MIN_READINGS = 4;
/** This part of all readings must be late, or ahead, for a clock that was always wrong. */
const ALWAYS = 0.95;

/**
 * By how many minutes the clock of a device is ahead of the arrival of its messages; undefined where it is right, or
 * nothing shows it. A device that is behind by no half hours stored its readings for later.
 */
export async function clockError(
  database: Database,
  { _id, intervalMin }: Device,
  now: Date,
): Promise<{ minutes: number; storedToo: boolean } | undefined> {
  const [message] = await database
    .select({ date: deviceMessages.date })
    .from(deviceMessages)
    .where(and(eq(deviceMessages.deviceId, _id), gt(deviceMessages.accepted, 0)))
    .orderBy(desc(deviceMessages.number))
    .limit(1);
  if (message === undefined || now.getTime() - message.date.getTime() > DAY_MS) return undefined;
  const numbers = database.select({ number: sensors.number }).from(sensors).where(eq(sensors.deviceId, _id));
  const isWrong = sql`${readings.flag} in (${sql.raw(String(flagCode("late")))}, ${sql.raw(String(flagCode("clock-skew")))})`;
  const [stored] = await database
    .select({
      newest: sql<string | null>`max(${readings.at})`,
      count: sql<number>`count(*)::int`,
      wrong: sql<number>`count(*) filter (where ${isWrong})::int`,
    })
    .from(readings)
    .where(sql`${readings.sensor} in (${numbers})`);
  if (!stored?.newest || stored.count < MIN_READINGS) return undefined;
  const ahead = (new Date(stored.newest).getTime() - message.date.getTime()) / MINUTE_MS;
  const zones = ZONE_MIN * Math.round(ahead / ZONE_MIN);
  const isZone = Math.abs(ahead - zones) <= Math.max(ZONE_TOLERANCE_MIN, Math.min(intervalMin, ZONE_MIN / 2));
  const storedToo = stored.wrong >= ALWAYS * stored.count;
  if (ahead >= MIN_AHEAD_MIN) return { minutes: isZone ? zones : Math.round(ahead), storedToo };
  // Of a clock that is behind every reading is late, also the newest of each message.
  const isBehind = ahead <= -Math.max(MIN_BEHIND_MIN, 2 * intervalMin) && isZone && storedToo;
  return isBehind ? { minutes: zones, storedToo } : undefined;
}
