import { and, asc, desc, eq, gte, lt, sql } from "drizzle-orm";
import type { Database } from "../database/open.ts";
import { deviceHealth, deviceMessages } from "./table.ts";

/** How many messages of a device are kept. */
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

/** Removes the messages that nobody is shown any more. */
export async function forgetMessages(database: Database): Promise<void> {
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
