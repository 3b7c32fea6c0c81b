import { HOUR_MS } from "@lamina/shared/core/time";
import { sql } from "drizzle-orm";
import type { Database } from "../../core/database/open.ts";
import { deviceHealth, deviceMessages, devices } from "../../schema/telemetry.ts";
import { deviceStateAt } from "./device-state.ts";
import { sqlArray, sqlMoment } from "./sql-array.ts";

/** The device's own data in one message. */
export interface Contact {
  deviceId: string;
  /** Milliseconds since the epoch. */
  at: number;
  batteryPct?: number | undefined;
  rssiDbm?: number | undefined;
  firmware?: string | undefined;
  /** The message as received, for display; not for history. */
  message?: { topic: string; payload: unknown } | undefined;
}

/** Stores the last contact of devices, their battery, signal and firmware, and their messages. */
export async function recordContacts(database: Database, contacts: readonly Contact[], now: Date): Promise<void> {
  if (contacts.length === 0) return;
  const newest = new Map(contacts.toSorted(inTime).map((contact) => [contact.deviceId, contact] as const));
  const heard = [...newest.values()];
  await database.execute(sql`
    update ${devices} d set
      last_seen = greatest(d.last_seen, h.seen),
      battery_pct = coalesce(h.battery, d.battery_pct),
      rssi_dbm = coalesce(h.rssi, d.rssi_dbm),
      firmware = coalesce(h.firmware, d.firmware),
      state = ${deviceStateAt(now, sql.raw("greatest(d.last_seen, h.seen)"))}
    from (
      select id, ${sqlMoment(sql.raw("ms"))} as seen, battery, rssi, firmware from unnest(
        ${sqlArray(
          heard.map(({ deviceId }) => deviceId),
          "text",
        )},
        ${sqlArray(
          heard.map(({ at }) => at),
          "float8",
        )},
        ${sqlArray(
          heard.map(({ batteryPct }) => batteryPct ?? null),
          "float8",
        )},
        ${sqlArray(
          heard.map(({ rssiDbm }) => rssiDbm ?? null),
          "float8",
        )},
        ${sqlArray(
          heard.map(({ firmware }) => firmware ?? null),
          "text",
        )}
      ) as t (id, ms, battery, rssi, firmware)
    ) h where d._id = h.id and h.seen >= coalesce(d.last_seen, h.seen)`);
  await noteHealth(database, contacts);
  const messages = contacts.flatMap(({ deviceId, at, message }) =>
    message === undefined ? [] : [{ deviceId, date: new Date(at), ...message }],
  );
  if (messages.length > 0) await database.insert(deviceMessages).values(messages);
}

/** One row per device and hour, with the last values of that hour. */
async function noteHealth(database: Database, contacts: readonly Contact[]): Promise<void> {
  const hours = new Map<string, typeof deviceHealth.$inferInsert>();
  for (const { deviceId, at, batteryPct, rssiDbm } of contacts.toSorted(inTime)) {
    if (batteryPct === undefined && rssiDbm === undefined) continue;
    const date = new Date(Math.floor(at / HOUR_MS) * HOUR_MS);
    const key = `${deviceId} ${date.getTime()}`;
    const known = hours.get(key);
    hours.set(key, {
      deviceId,
      date,
      batteryPct: batteryPct ?? known?.batteryPct ?? null,
      rssiDbm: rssiDbm ?? known?.rssiDbm ?? null,
    });
  }
  const rows = [...hours.values()];
  if (rows.length === 0) return;
  await database.execute(sql`
    insert into ${deviceHealth} as known (device_id, date, battery_pct, rssi_dbm)
    select id, ${sqlMoment(sql.raw("ms"))}, battery, rssi from unnest(
      ${sqlArray(
        rows.map(({ deviceId }) => deviceId),
        "text",
      )},
      ${sqlArray(
        rows.map(({ date }) => date.getTime()),
        "float8",
      )},
      ${sqlArray(
        rows.map(({ batteryPct }) => batteryPct),
        "float8",
      )},
      ${sqlArray(
        rows.map(({ rssiDbm }) => rssiDbm),
        "float8",
      )}
    ) as t (id, ms, battery, rssi)
    on conflict (device_id, date) do update set
      battery_pct = coalesce(excluded.battery_pct, known.battery_pct),
      rssi_dbm = coalesce(excluded.rssi_dbm, known.rssi_dbm)`);
}

const inTime = (one: Contact, other: Contact) => one.at - other.at;
