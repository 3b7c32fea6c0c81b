import { and, asc, desc, eq, gte, lt, sql } from "drizzle-orm";
import type { Database } from "../../core/database/open.ts";
import { deviceHealth, deviceMessages, devices } from "../../schema/telemetry.ts";

/** Number of stored messages per device. */
const KEPT_MESSAGES = 100;

/** The last messages of a device, newest first. */
export async function deviceMessagesOf(database: Database, deviceId: string) {
  const { date, topic, payload } = deviceMessages;
  const rows = await database
    .select({ date, topic, payload })
    .from(deviceMessages)
    .where(eq(deviceMessages.deviceId, deviceId))
    .orderBy(desc(deviceMessages.number))
    .limit(KEPT_MESSAGES);
  return rows.map((row) => ({ ...row, date: row.date.toISOString() }));
}

/** Stored length of an unreadable message. */
const GARBAGE_CHARACTERS = 500;

/** Stores an unreadable message of a device, because its installer needs to see it. */
export async function recordUnreadable(
  database: Database,
  { serial, topic, payload, date }: { serial: string; topic: string; payload: Uint8Array; date: Date },
): Promise<void> {
  // PostgreSQL cannot store U+0000.
  const text = new TextDecoder().decode(payload.subarray(0, 4 * GARBAGE_CHARACTERS)).replaceAll("\0", "\uFFFD");
  const content = JSON.stringify({ unreadable: text.slice(0, GARBAGE_CHARACTERS) });
  await database.execute(sql`
    insert into ${deviceMessages} (device_id, date, topic, payload)
    select _id, ${date.toISOString()}::timestamptz, ${topic}, ${content}::jsonb
    from ${devices} where serial = ${serial}`);
}

/** Deletes messages that are no longer shown. */
export async function pruneMessages(database: Database): Promise<void> {
  await database.execute(sql`
    delete from ${deviceMessages} where number in (
      select number from (
        select number, row_number() over (partition by device_id order by number desc) as place from ${deviceMessages}
      ) m where place > ${KEPT_MESSAGES}
    )`);
}

/** Battery and signal of a device, one point an hour, in time order. */
export async function deviceHealthOf(database: Database, deviceId: string, { from, to }: { from: Date; to: Date }) {
  const { date, batteryPct, rssiDbm } = deviceHealth;
  const rows = await database
    .select({ date, batteryPct, rssiDbm })
    .from(deviceHealth)
    .where(and(eq(deviceHealth.deviceId, deviceId), gte(date, from), lt(date, to)))
    .orderBy(asc(date));
  return rows.map((row) => ({ ...row, date: row.date.toISOString() }));
}
