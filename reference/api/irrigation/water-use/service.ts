import { addDays, type FarmDay, farmClock, farmDay } from "@lamina/shared/core/farm-time";
import { DAY_MS } from "@lamina/shared/core/time";
import { and, eq, gte, lt, ne } from "drizzle-orm";
import { anyOf } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import { ofFarms } from "../../farms/sector-filter.ts";
import { farms, pivotSectors, pivots, waterPermits } from "../../schema/farms.ts";
import { waterings } from "../../schema/irrigation.ts";
import { devices } from "../../schema/telemetry.ts";
import type { Telemetry } from "../../telemetry/service.ts";
import { loadCalibrated } from "../sites/calibrations.ts";
import { loadMeters, meterHours } from "../sites/meters.ts";
import { type MeteredSystem, withMeters } from "./metered.ts";
import { type PermitUse, permitUse } from "./permit-use.ts";
import { type Pumping, pumpingOf } from "./pumping.ts";

export { hoursOf, type KnownBy, type Pumping } from "./pumping.ts";
export { tariffSplitter } from "./tariff-hours.ts";

/** A watering may begin on the day before the range, and farms' days differ from the database's. */
const MARGIN_DAYS = 2;

/** Scope of a query: clients, and farms within them; no farms means all. */
export interface UseScope {
  clientIds: readonly string[];
  farmIds?: readonly string[];
}

export interface UseSources {
  database: Database;
  telemetry: Pick<Telemetry, "hourAggregates">;
}

interface Water {
  pumping: Pumping[];
  /** That of the recorded waterings, as if there were no meter. */
  recorded: Pumping[];
  /** When more may have been pumped without any change of a record, ms since 1970 UTC. */
  until: number;
}

/** The pumping of each system per farm-day between two days, both included, until now. */
export async function waterBetween(
  { database, telemetry }: UseSources,
  { clientIds, farmIds = [] }: UseScope,
  days: { from: FarmDay; to: FarmDay },
  now: Date,
): Promise<Water> {
  const rows = await database
    .select({
      pivotId: pivots._id,
      timezone: farms.timezone,
      flowM3h: pivots.flowM3h,
      start: waterings.start,
      end: waterings.end,
      hours: waterings.hours,
      volumeM3: waterings.volumeM3,
      measured: waterings.measured,
    })
    .from(waterings)
    .innerJoin(pivotSectors, eq(pivotSectors._id, waterings.sectorId))
    .innerJoin(pivots, eq(pivots._id, pivotSectors.pivotId))
    .innerJoin(farms, eq(farms._id, pivots.farmId))
    .where(
      and(
        anyOf(waterings.clientId, clientIds),
        ofFarms(farms._id, farmIds),
        gte(waterings.start, new Date(`${addDays(days.from, -MARGIN_DAYS)}T00:00:00Z`)),
        lt(waterings.start, new Date(`${addDays(days.to, MARGIN_DAYS)}T00:00:00Z`)),
        // Planned waterings have not been pumped.
        ne(waterings.source, "plan"),
      ),
    );
  const isAhead = ({ start }: { start: Date }) => start.getTime() >= now.getTime();
  const begun = rows.filter((row) => !isAhead(row));
  const waters = begun.map(({ measured, volumeM3, ...row }) => ({
    ...row,
    volumeM3: volumeM3 ?? 0,
    by: measured ? ("panel" as const) : ("hours" as const),
  }));
  const metered = await meteredSystems({ database, telemetry }, { clientIds, farmIds }, days, now);
  const recorded = pumpingOf(waters);
  const within = ({ day }: Pumping) => days.from <= day && day <= days.to;
  return {
    pumping: withMeters(recorded, metered, now).filter(within),
    recorded: recorded.filter(within),
    until:
      metered.length > 0
        ? now.getTime()
        : Math.min(...rows.filter(isAhead).map(({ start }) => start.getTime() + 1), Number.POSITIVE_INFINITY),
  };
}

/** Systems with their own flow meter, and its readings. */
async function meteredSystems(
  { database, telemetry }: UseSources,
  { clientIds, farmIds = [] }: UseScope,
  days: { from: FarmDay; to: FarmDay },
  now: Date,
): Promise<MeteredSystem[]> {
  const meters = await loadMeters(database, and(anyOf(devices.clientId, clientIds), ofFarms(farms._id, farmIds)));
  if (meters.length === 0) return [];
  const ofSensor = await meterHours(telemetry, meters, {
    from: new Date(`${addDays(days.from, -1)}T00:00:00Z`),
    to: new Date(`${addDays(days.to, MARGIN_DAYS)}T00:00:00Z`),
    now,
  });
  return meters.map(({ sensorId, ...system }) => ({ ...system, hours: ofSensor.get(sensorId) ?? [] }));
}

/** A permit with its farm and the systems that draw under it. */
export interface OwnPermit {
  permit: typeof waterPermits.$inferSelect;
  farm: typeof farms.$inferSelect;
  pivotIds: ReadonlySet<string>;
}

/** The use of a permit. */
export interface Permit extends OwnPermit {
  months: PermitUse[];
}

/** Use of each permit in the months of the pumping. */
export async function permitsUse(
  database: Database,
  scope: UseScope,
  pumping: readonly Pumping[],
  now: Date,
): Promise<Permit[]> {
  const permits = await loadPermits(database, scope, await loadSystems(database, scope));
  return permits.map((permit) => {
    const { timezone } = permit.farm;
    const today = farmDay(now.getTime(), timezone);
    const dayPart = (farmClock(now.getTime(), timezone) % DAY_MS) / DAY_MS;
    return { ...permit, months: permitUse(pumpedUnder(permit, pumping), today, dayPart) };
  });
}

/** What the systems of a permit pumped. */
export const pumpedUnder = ({ pivotIds }: OwnPermit, pumping: readonly Pumping[]) =>
  pumping.filter(({ pivotId }) => pivotIds.has(pivotId));

export interface System {
  _id: string;
  farmId: string;
  /** Nominal, m³/h. */
  flowM3h: number;
  timezone: string;
}

/** All systems of some clients, because a permit may name those of several farms. */
export async function loadSystems(database: Database, { clientIds }: UseScope): Promise<System[]> {
  const rows = await database
    .select({ pivot: pivots, timezone: farms.timezone })
    .from(pivots)
    .innerJoin(farms, eq(farms._id, pivots.farmId))
    .where(anyOf(pivots.clientId, clientIds));
  const calibrated = await loadCalibrated(
    database,
    rows.map(({ pivot }) => pivot._id),
  );
  return rows.map(({ pivot, timezone }) => {
    const { _id, farmId, flowM3h } = calibrated(pivot);
    return { _id, farmId, flowM3h, timezone };
  });
}

/** The active permits with their systems. A permit without systems covers the whole farm. */
export async function loadPermits(
  database: Database,
  { clientIds, farmIds = [] }: UseScope,
  systems: readonly System[],
): Promise<OwnPermit[]> {
  const rows = await database
    .select({ permit: waterPermits, farm: farms })
    .from(waterPermits)
    .innerJoin(farms, eq(farms._id, waterPermits.farmId))
    .where(and(anyOf(waterPermits.clientId, clientIds), ofFarms(farms._id, farmIds), waterPermits.active))
    .orderBy(farms.name, waterPermits.number, waterPermits._id);
  return rows.map(({ permit, farm }) => {
    const ofFarm = () => systems.filter(({ farmId }) => farmId === farm._id).map(({ _id }) => _id);
    return { permit, farm, pivotIds: new Set(permit.pivotIds.length > 0 ? permit.pivotIds : ofFarm()) };
  });
}
