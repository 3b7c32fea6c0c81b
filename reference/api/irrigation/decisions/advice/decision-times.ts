import { addDays, farmMoment, startOfFarmDay } from "@lamina/shared/core/farm-time";
import { HOUR_MS, MINUTE_MS } from "@lamina/shared/core/time";
import { variablesAt } from "@lamina/shared/records/variables";
import { and, asc, eq, lte, or, type SQL, sql } from "drizzle-orm";
import { anyOf, sqlArray } from "../../../core/database/arrays.ts";
import type { Database } from "../../../core/database/open.ts";
import { type SectorFilter, sectorCondition } from "../../../farms/sector-filter.ts";
import { staleAt } from "../../../farms/settings/staleness.ts";
import { farms, pivotSectors, pivots } from "../../../schema/farms.ts";
import { decisionTimes } from "../../../schema/irrigation.ts";
import { devices, monitors, readingHours, sensors } from "../../../schema/telemetry.ts";
import type { SectorState } from "../state/sector-state.ts";

/** Interval at which a sector with monitors is evaluated, because readings can contradict its balance. */
const MONITORED_MS = 15 * MINUTE_MS;
/** Before every moment. */
const AT_ONCE = new Date(0);

export type DecisionTime = typeof decisionTimes.$inferSelect;

/** Sectors whose inputs changed are due at once. */
export async function markChanged(database: Database, filter: SectorFilter): Promise<void> {
  const own = database
    .select({
      sectorId: pivotSectors._id,
      clientId: pivotSectors.clientId,
      farmId: pivots.farmId,
      at: sql<Date>`${AT_ONCE.toISOString()}::timestamptz`.as("at"),
      isChanged: sql<boolean>`true`.as("is_changed"),
      isBlocked: sql<boolean>`false`.as("is_blocked"),
      changes: sql<number>`0`.as("changes"),
    })
    .from(pivotSectors)
    .innerJoin(pivots, eq(pivots._id, pivotSectors.pivotId))
    .where(sectorCondition(filter))
    .orderBy(asc(pivotSectors._id));
  await database
    .insert(decisionTimes)
    .select(own)
    .onConflictDoUpdate({
      target: decisionTimes.sectorId,
      // The farm too, because a machine may have moved to another one.
      set: { at: AT_ONCE, isChanged: true, changes: sql`${decisionTimes.changes} + 1`, farmId: sql`excluded.farm_id` },
    });
}

/** Rain of the last hours is recent. */
const RECENT_RAIN_MS = 3 * HOUR_MS;

/** Variables that concern only the sectors whose monitors have the sensor. */
const OF_A_PLACE = [...variablesAt("soil-water"), ...variablesAt("soil")];

/**
 * Looks again at a farm's blocked sectors, after new readings of sensors: of probes at those with their monitors, of the
 * farm's station and of anything else at all. Without ids, any may have new readings. Readings of a gauge with recent rain
 * change all sectors of the farm.
 */
export async function lookAgain(
  database: Database,
  { farmId, sensorIds }: { farmId: string; sensorIds: readonly string[] },
  now: Date,
): Promise<void> {
  const ids = sqlArray(sensorIds, "text");
  const isOfFarm = sql`exists (
    select from ${sensors} s join ${devices} d on d._id = s.device_id
    where s._id = any(${ids}) and (
      s.variable <> all(${sqlArray(OF_A_PLACE, "text")})
      or d._id in (select station_device_id from ${farms} where _id = ${farmId})))`;
  const isMonitored = sql`exists (
    select from ${monitors} m where m.sector_id = ${decisionTimes.sectorId} and m.sensor_ids ?| ${ids})`;
  // By the hour, because the reading with the rain may come after a later one.
  const since = new Date(now.getTime() - RECENT_RAIN_MS).toISOString();
  const hasRained = sql`exists (
    select from ${sensors} s join ${readingHours} h on h.sensor = s.number
    where s._id = any(${ids}) and s.variable = 'rain' and h.max > 0 and h.hour > ${since}::timestamptz)`;
  const isConcerned = sensorIds.length === 0 ? undefined : or(isMonitored, isOfFarm);
  await database
    .update(decisionTimes)
    .set({
      at: AT_ONCE,
      isChanged: sql`${decisionTimes.isChanged} or ${hasRained}`,
      changes: sql`${decisionTimes.changes} + 1`,
    })
    .where(and(eq(decisionTimes.farmId, farmId), or(hasRained, and(eq(decisionTimes.isBlocked, true), isConcerned))));
}

export async function clientsDue(database: Database, now: Date): Promise<string[]> {
  const rows = await database
    .selectDistinct({ clientId: decisionTimes.clientId })
    .from(decisionTimes)
    .where(lte(decisionTimes.at, now))
    .orderBy(asc(decisionTimes.clientId));
  return rows.map(({ clientId }) => clientId);
}

export const sectorsDue = (database: Database, clientId: string, now: Date, also?: SQL): Promise<DecisionTime[]> =>
  database
    .select()
    .from(decisionTimes)
    .where(and(eq(decisionTimes.clientId, clientId), lte(decisionTimes.at, now), also));

/** Sectors whose inputs changed. */
export const CHANGED = eq(decisionTimes.isChanged, true);

/** Stores the next times of sectors, except of those that changed in the meantime. */
export async function saveTimes(
  database: Database,
  looked: readonly DecisionTime[],
  next: ReadonlyMap<string, { at: Date; isBlocked: boolean }>,
): Promise<void> {
  // A sector that is gone has no time; its row went with it.
  const rows = looked.flatMap(({ sectorId, changes }) => {
    const own = next.get(sectorId);
    return own === undefined ? [] : [{ sectorId, changes, ...own }];
  });
  for (const [key, same] of Map.groupBy(
    rows,
    ({ at, isBlocked, changes }) => `${at.getTime()} ${isBlocked} ${changes}`,
  )) {
    const [first] = same;
    if (first === undefined) throw new Error(`no sector of ${key}`);
    const { at, isBlocked, changes } = first;
    const ids = same.map(({ sectorId }) => sectorId);
    await database
      .update(decisionTimes)
      .set({ at, isBlocked, isChanged: false })
      .where(and(anyOf(decisionTimes.sectorId, ids), eq(decisionTimes.changes, changes)));
  }
}

/** When to look at a sector again, if nothing changes before. */
export function nextTime(
  { today, site, settings, season, station }: SectorState,
  isMonitored: boolean,
  now: Date,
): Date {
  const zone = site.farm.timezone;
  const moments = [startOfFarmDay(addDays(today, 1), zone)];
  if (season !== undefined) {
    moments.push(farmMoment(today, settings.decisionTime, zone));
    if (isMonitored) moments.push(now.getTime() + MONITORED_MS);
    if (station.lastSeen) moments.push(staleAt(station.lastSeen, "weather", settings.staleLimits).getTime() + 1);
  }
  return new Date(Math.min(...moments.filter((moment) => moment > now.getTime())));
}
