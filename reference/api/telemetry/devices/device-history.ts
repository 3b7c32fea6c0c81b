import { DAY_MS } from "@lamina/shared/core/time";
import type { DeviceMessage, MessageCounts, UnclaimedMessages } from "@lamina/shared/records/readings";
import type { Refusal } from "@lamina/shared/rules/refusals";
import { and, asc, count, desc, eq, gte, isNull, lt, min, sql, sum } from "drizzle-orm";
import { anyOf } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import { deviceHealth, deviceMessages, devices } from "../../schema/telemetry.ts";
import { insertMessages, recordContacts } from "../store/device-contact.ts";
import { lockDevices } from "../store/device-store.ts";
import type { Origin } from "../store/pivot-store.ts";

/** Messages of an answer; stored are up to so many of a device, or of a client without a device, for so many days. */
const SHOWN_MESSAGES = 100;
const KEPT_MESSAGES = 1000;
const KEPT_DAYS = 30;

const { date, door, topic, raw, accepted, duplicate, rejected, refusals } = deviceMessages;
const shownColumns = { date, door, topic, raw, accepted, duplicate, rejected, refusals };

/** The last messages of a device, newest first. */
export async function deviceMessagesOf(database: Database, deviceId: string): Promise<DeviceMessage[]> {
  const rows = await database
    .select(shownColumns)
    .from(deviceMessages)
    .where(eq(deviceMessages.deviceId, deviceId))
    .orderBy(desc(deviceMessages.number))
    .limit(SHOWN_MESSAGES);
  return rows.map((row) => ({ ...row, date: row.date.toISOString() }));
}

/** Sums of a device's stored messages, and its refusals by reason, the most frequent first. */
export async function messageCountsOf(database: Database, deviceId: string): Promise<MessageCounts> {
  const ofDevice = eq(deviceMessages.deviceId, deviceId);
  const [sums] = await database
    .select({
      since: min(date),
      messages: count(),
      accepted: sum(accepted),
      duplicate: sum(duplicate),
      rejected: sum(rejected),
    })
    .from(deviceMessages)
    .where(ofDevice);
  const reasons = await database.execute<{ id: string; count: number }>(sql`
    select r->>'id' as id, count(*)::int as count from ${deviceMessages}, jsonb_array_elements(refusals) r
    where ${ofDevice} group by 1 order by 2 desc, 1`);
  return {
    since: sums?.since?.toISOString() ?? null,
    messages: sums?.messages ?? 0,
    accepted: Number(sums?.accepted ?? 0),
    duplicate: Number(sums?.duplicate ?? 0),
    rejected: Number(sums?.rejected ?? 0),
    reasons: reasons.rows.map(({ id, count }) => ({ id, count })),
  };
}

/** Messages without a device of a client, by the serial that they name, the newest first. */
export async function unclaimedOf(database: Database, clientId: string): Promise<UnclaimedMessages[]> {
  const rows = await database
    .select({ ...shownColumns, serial: deviceMessages.serial, gatewayId: deviceMessages.gatewayId })
    .from(deviceMessages)
    .where(and(eq(deviceMessages.clientId, clientId), isNull(deviceMessages.deviceId)))
    .orderBy(desc(deviceMessages.number))
    .limit(KEPT_MESSAGES);
  // A device with that serial was added since.
  const serials = new Set(rows.flatMap((row) => row.serial ?? []));
  const known = await database.select({ serial: devices.serial }).from(devices).where(anyOf(devices.serial, serials));
  const claimed = new Set(known.map((row) => row.serial));
  const open = rows.filter((row) => row.serial === null || !claimed.has(row.serial));
  return [...Map.groupBy(open, (row) => row.serial)].flatMap(([serial, [newest, ...older]]) => {
    if (newest === undefined) return [];
    const { serial: _, gatewayId, ...last } = newest;
    return [{ serial, gatewayId, count: older.length + 1, last: { ...last, date: last.date.toISOString() } }];
  });
}

interface Refused {
  origin: Origin;
  refusal: Refusal;
  date: Date;
}

const refusedMessage = ({ origin, refusal, date }: Refused) => ({
  ...origin,
  at: date.getTime(),
  accepted: 0,
  duplicate: 0,
  rejected: 0,
  refusals: [refusal],
});

/** Stores a message of a device that was refused as a whole, because its installer needs to see it. */
export async function recordRefused(
  database: Database,
  { serial, ...refused }: Refused & { serial: string },
): Promise<void> {
  await database.transaction(async (transaction) => {
    const device = (await lockDevices(transaction, [serial])).get(serial);
    if (device === undefined) return;
    const { at, ...message } = refusedMessage(refused);
    const { _id: deviceId, clientId } = device;
    await recordContacts(transaction, [{ deviceId, clientId, at, isUsable: false, message }], refused.date);
  });
}

/** Stores a message for no device of a client, whose credential sent it. */
export async function recordUnclaimed(
  database: Database,
  { clientId, gatewayId, serial, ...refused }: Refused & { clientId: string; gatewayId: string; serial: string | null },
): Promise<void> {
  await database.execute(insertMessages([{ clientId, gatewayId, deviceId: null, serial, ...refusedMessage(refused) }]));
}

/** Deletes messages that are too old, or too many of one device. */
export async function pruneMessages(database: Database, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - KEPT_DAYS * DAY_MS);
  await database.delete(deviceMessages).where(lt(date, oldest));
  await database.execute(sql`
    delete from ${deviceMessages} where number in (
      select number from (
        select number, row_number() over (partition by client_id, device_id order by number desc) as place
        from ${deviceMessages}
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
