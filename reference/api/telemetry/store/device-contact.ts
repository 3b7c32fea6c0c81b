import { storable } from "@lamina/shared/core/storable-text";
import { HOUR_MS } from "@lamina/shared/core/time";
import type { DeviceMessage } from "@lamina/shared/records/readings";
import { type SQL, sql } from "drizzle-orm";
import { sqlArray } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import { deviceHealth, deviceMessages, devices } from "../../schema/telemetry.ts";
import { deviceStateAt } from "./device-state.ts";
import { sqlMoment } from "./sql-moment.ts";

/** The device's own data in one message. */
export interface Contact {
  deviceId: string;
  clientId: string;
  /** Milliseconds since the epoch. */
  at: number;
  batteryPct?: number | undefined;
  rssiDbm?: number | undefined;
  firmware?: string | undefined;
  /** Whether something of the message could be used. */
  isUsable: boolean;
  /** The message as received, for display; not for history. */
  message?: KeptMessage | undefined;
}

/** A message as received, with its result. */
export type KeptMessage = Omit<DeviceMessage, "date">;

/** Stored refusals of a message; the others are counted. */
const KEPT_REFUSALS = 20;

/** Stores the last contact of devices, their battery, signal and firmware, and their messages. */
export async function recordContacts(database: Database, contacts: readonly Contact[], now: Date): Promise<void> {
  if (contacts.length === 0) return;
  const newest = new Map(contacts.toSorted(inTime).map((contact) => [contact.deviceId, contact] as const));
  const heard = [...newest.values()];
  const usable = contacts.filter(({ isUsable }) => isUsable).toSorted(inTime);
  const stored = new Map(usable.map(({ deviceId, at }) => [deviceId, at] as const));
  const seen = sql`
    update ${devices} d set
      last_seen = greatest(d.last_seen, h.seen),
      battery_pct = coalesce(h.battery, d.battery_pct),
      rssi_dbm = coalesce(h.rssi, d.rssi_dbm),
      firmware = coalesce(h.firmware, d.firmware),
      last_stored = greatest(d.last_stored, h.stored),
      state = ${deviceStateAt(now, sql.raw("greatest(d.last_seen, h.seen)"), sql.raw("greatest(d.last_stored, h.stored)"))}
    from (
      select id, ${sqlMoment(sql.raw("ms"))} as seen, ${sqlMoment(sql.raw("stored_ms"))} as stored, battery, rssi, firmware
      from unnest(
        ${column(heard, ({ deviceId }) => deviceId, "text")},
        ${column(heard, ({ at }) => at, "float8")},
        ${column(heard, ({ deviceId }) => stored.get(deviceId) ?? null, "float8")},
        ${column(heard, ({ batteryPct }) => batteryPct ?? null, "float8")},
        ${column(heard, ({ rssiDbm }) => rssiDbm ?? null, "float8")},
        ${column(heard, ({ firmware }) => firmware ?? null, "text")}
      ) as t (id, ms, stored_ms, battery, rssi, firmware)
    ) h where d._id = h.id and h.seen >= coalesce(d.last_seen, h.seen)`;
  const parts = [seen, ...healthOf(contacts), ...messagesOf(contacts)];
  // One statement, because the round trip costs the API more than its work.
  const others = parts.slice(0, -1).map((part, index) => sql`${sql.raw(`part_${index}`)} as (${part})`);
  const last = parts.at(-1) ?? seen;
  await database.execute(others.length > 0 ? sql`with ${sql.join(others, sql`, `)} ${last}` : last);
}

/** Stores the messages as received. */
function messagesOf(contacts: readonly Contact[]): SQL[] {
  const messages = contacts.flatMap(({ message, ...contact }) => (message ? [{ ...contact, ...message }] : []));
  return messages.length === 0 ? [] : [insertMessages(messages)];
}

type MessageRow = KeptMessage & {
  clientId: string;
  deviceId: string | null;
  serial?: string | null;
  gatewayId?: string;
  at: number;
};

/** The insertion of messages, of devices or without one. */
export function insertMessages(messages: readonly MessageRow[]): SQL {
  const of = (value: (row: MessageRow) => unknown, type: "text" | "float8") => column(messages, value, type);
  return sql`insert into ${deviceMessages}
    (client_id, device_id, serial, gateway_id, date, door, topic, payload, accepted, duplicate, rejected, refusals)
    select client, id, serial, gateway, ${sqlMoment(sql.raw("ms"))}, door, topic, raw, accepted, duplicate, rejected, refusals::jsonb
    from unnest(
      ${of(({ clientId }) => clientId, "text")},
      ${of(({ deviceId }) => deviceId, "text")},
      ${of(({ serial }) => serial ?? null, "text")},
      ${of(({ gatewayId }) => gatewayId ?? null, "text")},
      ${of(({ at }) => at, "float8")},
      ${of(({ door }) => door, "text")},
      ${of(({ topic }) => topic, "text")},
      ${of(({ raw }) => raw, "text")},
      ${of(({ accepted }) => accepted, "float8")},
      ${of(({ duplicate }) => duplicate, "float8")},
      ${of(({ rejected }) => rejected, "float8")},
      ${of(({ refusals }) => JSON.stringify(refusals.slice(0, KEPT_REFUSALS), storableTexts), "text")}
    ) with ordinality
      as t (client, id, serial, gateway, ms, door, topic, raw, accepted, duplicate, rejected, refusals, position)
    order by position`;
}

const storableTexts = (_key: string, value: unknown) => (typeof value === "string" ? storable(value) : value);

/** Stores one row per device and hour, with the last values of that hour. */
function healthOf(contacts: readonly Contact[]): SQL[] {
  const hours = new Map<string, { deviceId: string; at: number; batteryPct: number | null; rssiDbm: number | null }>();
  for (const { deviceId, at: moment, batteryPct, rssiDbm } of contacts.toSorted(inTime)) {
    if (batteryPct === undefined && rssiDbm === undefined) continue;
    const at = Math.floor(moment / HOUR_MS) * HOUR_MS;
    const key = `${deviceId} ${at}`;
    const previous = hours.get(key);
    hours.set(key, {
      deviceId,
      at,
      batteryPct: batteryPct ?? previous?.batteryPct ?? null,
      rssiDbm: rssiDbm ?? previous?.rssiDbm ?? null,
    });
  }
  const rows = [...hours.values()];
  if (rows.length === 0) return [];
  return [
    sql`insert into ${deviceHealth} as known (device_id, date, battery_pct, rssi_dbm)
    select id, ${sqlMoment(sql.raw("ms"))}, battery, rssi from unnest(
      ${column(rows, ({ deviceId }) => deviceId, "text")},
      ${column(rows, ({ at }) => at, "float8")},
      ${column(rows, ({ batteryPct }) => batteryPct, "float8")},
      ${column(rows, ({ rssiDbm }) => rssiDbm, "float8")}
    ) as t (id, ms, battery, rssi)
    on conflict (device_id, date) do update set
      battery_pct = coalesce(excluded.battery_pct, known.battery_pct),
      rssi_dbm = coalesce(excluded.rssi_dbm, known.rssi_dbm)`,
  ];
}

/** One value of each row, as an array parameter. */
const column = <Row>(rows: readonly Row[], of: (row: Row) => unknown, type: "text" | "float8") =>
  sqlArray(rows.map(of), type);

const inTime = (one: Contact, other: Contact) => one.at - other.at;
