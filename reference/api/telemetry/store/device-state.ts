import { MINUTE_MS } from "@lamina/shared/core/time";
import type { Device } from "@lamina/shared/records/telemetry";
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../core/database/open.ts";
import { devices } from "../../schema/telemetry.ts";

/** After twice its interval without a message a device is stale; after twelve times it is offline. */
const STALE_INTERVALS = 2;
const OFFLINE_INTERVALS = 12;

interface DeviceTimes {
  maintenance: boolean;
  intervalMin: number;
  lastSeen: Date | null;
  lastStored: Date | null;
}

/** A device's state by the time since its last message, when only the record is available. */
export function deviceState(
  { maintenance, intervalMin, lastSeen, lastStored }: DeviceTimes,
  now: Date,
): Device["state"] {
  if (maintenance) return "maintenance";
  if (lastSeen === null) return "offline";
  const intervalMs = intervalMin * MINUTE_MS;
  const intervals = (now.getTime() - lastSeen.getTime()) / intervalMs;
  const isUsable = lastStored !== null && lastSeen.getTime() - lastStored.getTime() <= STALE_INTERVALS * intervalMs;
  if (intervals <= OFFLINE_INTERVALS && !isUsable) return "unusable";
  if (intervals <= STALE_INTERVALS) return "ok";
  return intervals <= OFFLINE_INTERVALS ? "stale" : "offline";
}

/** The same for a row `d` of devices. */
export function deviceStateAt(now: Date, lastSeen: SQL, lastStored: SQL): SQL {
  const longerThan = (intervals: number) =>
    sql`${now.toISOString()}::timestamptz - ${lastSeen} > ${intervals} * d.interval_min * interval '1 minute'`;
  return sql`case
    when d.maintenance then 'maintenance'
    when ${lastSeen} is null or ${longerThan(OFFLINE_INTERVALS)} then 'offline'
    when ${lastStored} is null
      or ${lastSeen} - ${lastStored} > ${STALE_INTERVALS} * d.interval_min * interval '1 minute' then 'unusable'
    when ${longerThan(STALE_INTERVALS)} then 'stale'
    else 'ok' end`;
}

export async function refreshStates(database: Database, now: Date): Promise<void> {
  const state = deviceStateAt(now, sql.raw("d.last_seen"), sql.raw("d.last_stored"));
  await database.execute(sql`update ${devices} d set state = ${state} where d.state <> ${state}`);
}
