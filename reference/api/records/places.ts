import { and, eq, inArray, isNull, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type PgColumn, type PgTable, QueryBuilder } from "drizzle-orm/pg-core";
import { sqlArray } from "../core/database/arrays.ts";
import { alertRules } from "../schema/alerts.ts";
import { auditEntries } from "../schema/audit.ts";
import {
  farms,
  machineCalibrations,
  outOfServices,
  pivotSectors,
  pivots,
  soils,
  waterPermits,
  waterSources,
} from "../schema/farms.ts";
import { usersGroups } from "../schema/identity.ts";
import { canopyObservations, crops, fieldNotes, seasonBudgets, seasons, waterings } from "../schema/irrigation.ts";
import { photos } from "../schema/photos.ts";
import { configs, tariffs } from "../schema/settings.ts";
import { devices, gateways, monitors, sensors } from "../schema/telemetry.ts";
import { rains } from "../schema/weather.ts";

/** A table of records that belong to a client (`clientRecordColumns`). */
export type RecordTable = PgTable & Record<"_id" | "clientId" | "updatedAt", PgColumn>;

/**
 * Where the records of an entity are located: the only rule by which a user of some farms may see, change and reference
 * them.
 */
export interface RecordScope {
  table: RecordTable;
  /** Condition: the record is on these farms; null when all records belong to the whole client. */
  onFarms: ((farmIds: readonly string[]) => SQL) | null;
  /** Condition: the record belongs to the whole client, for entities with records of both kinds. */
  ofClient?: SQL;
  /** The farm of a record, for references that must be on the same farm. */
  farm?: PgColumn | SQL<string>;
  /** Condition: this user may reference the record, if they may see it. */
  namedBy?: (userId: string | null) => SQL;
}

const query = new QueryBuilder();
const within = (column: SQLWrapper, farmIds: readonly string[]): SQL =>
  sql`${column} = any(${sqlArray(farmIds, "text")})`;
const pivotWithin = (column: SQLWrapper, farmIds: readonly string[]) =>
  inArray(column, query.select({ _id: pivots._id }).from(pivots).where(within(pivots.farmId, farmIds)));
const sectorWithin = (column: SQLWrapper, farmIds: readonly string[]) =>
  inArray(
    column,
    query.select({ _id: pivotSectors._id }).from(pivotSectors).where(pivotWithin(pivotSectors.pivotId, farmIds)),
  );
const deviceWithin = (column: SQLWrapper, farmIds: readonly string[]) =>
  inArray(column, query.select({ _id: devices._id }).from(devices).where(within(devices.farmId, farmIds)));

const onFarm = <Table extends RecordTable & { farmId: PgColumn }>(table: Table): RecordScope => ({
  table,
  onFarms: (farmIds) => within(table.farmId, farmIds),
  farm: table.farmId,
});
const onSector = <Table extends RecordTable & { sectorId: PgColumn }>(table: Table): RecordScope => ({
  table,
  onFarms: (farmIds) => sectorWithin(table.sectorId, farmIds),
  farm: sql<string>`(select p.farm_id from ${pivotSectors} s join ${pivots} p on p._id = s.pivot_id
    where s._id = ${table.sectorId})`,
});
const ofClient = (table: RecordTable): RecordScope => ({ table, onFarms: null });
const either = (one: SQL, other: SQL): SQL => sql`(${one} or ${other})`;

const watering = onSector(waterings);
const rain = {
  table: rains,
  onFarms: (farmIds: readonly string[]) => either(within(rains.farmId, farmIds), sectorWithin(rains.sectorId, farmIds)),
};
const fieldNote = {
  table: fieldNotes,
  onFarms: (farmIds: readonly string[]) => pivotWithin(fieldNotes.pivotId, farmIds),
};

/** Condition: a record names the photo; with farms, a record on one of them. */
function photographed(farmIds?: readonly string[]): SQL {
  const owners = [
    { ...watering, photoId: waterings.photoId },
    { ...rain, photoId: rains.photoId },
    { ...fieldNote, photoId: fieldNotes.photoId },
  ].map(({ table, photoId, onFarms }) => {
    const condition = and(eq(photoId, photos._id), farmIds && onFarms?.(farmIds));
    return sql`exists (select 1 from ${table} where ${condition})`;
  });
  return sql`(${sql.join(owners, sql` or `)})`;
}

/** The entity of photos in the audit. */
export const PHOTO = "Photo";

/** Condition: the user has added the photo, or has removed it from a record, which an undo takes back. */
function handledBy(userId: string | null): SQL {
  const removal = sql`jsonb_build_array(jsonb_build_object('field', 'photoId', 'before', ${photos._id}))`;
  const handled = or(
    and(eq(auditEntries.entity, PHOTO), eq(auditEntries.recordId, photos._id)),
    and(eq(auditEntries.clientId, photos.clientId), sql`${auditEntries.changes} @> ${removal}`),
  );
  return sql`exists (select 1 from ${auditEntries}
    where ${auditEntries.userId} is not distinct from ${userId} and ${handled})`;
}

const scopeKind = sql`${alertRules.scope}->>'kind'`;
const scopeId = sql`${alertRules.scope}->>'id'`;

/** The place of each entity. */
export const places = {
  farm: { table: farms, onFarms: (farmIds) => within(farms._id, farmIds), farm: farms._id },
  waterSource: onFarm(waterSources),
  waterPermit: onFarm(waterPermits),
  seasonBudget: onFarm(seasonBudgets),
  outOfService: onFarm(outOfServices),
  pivot: onFarm(pivots),
  device: onFarm(devices),
  pivotSector: {
    table: pivotSectors,
    onFarms: (farmIds) => pivotWithin(pivotSectors.pivotId, farmIds),
    farm: sql<string>`(select p.farm_id from ${pivots} p where p._id = ${pivotSectors.pivotId})`,
  },
  machineCalibration: {
    table: machineCalibrations,
    onFarms: (farmIds) => pivotWithin(machineCalibrations.pivotId, farmIds),
    farm: sql<string>`(select p.farm_id from ${pivots} p where p._id = ${machineCalibrations.pivotId})`,
  },
  sensor: {
    table: sensors,
    onFarms: (farmIds) => deviceWithin(sensors.deviceId, farmIds),
    farm: sql<string>`(select d.farm_id from ${devices} d where d._id = ${sensors.deviceId})`,
  },
  monitor: onSector(monitors),
  season: onSector(seasons),
  canopyObservation: onSector(canopyObservations),
  watering,
  rain,
  fieldNote,
  alertRule: {
    table: alertRules,
    onFarms: (farmIds) =>
      either(
        sql`(${scopeKind} = 'farm' and ${within(scopeId, farmIds)})`,
        sql`(${scopeKind} = 'pivot' and ${pivotWithin(scopeId, farmIds)})`,
      ),
    ofClient: eq(scopeKind, "client"),
  },
  // A photo without a record is its author's. Once it has records, their farms limit it.
  photo: {
    table: photos,
    onFarms: (farmIds) => either(sql`not ${photographed()}`, photographed(farmIds)),
    namedBy: (userId) => either(photographed(), handledBy(userId)),
  },
  soil: ofClient(soils),
  crop: ofClient(crops),
  // The key of one device is of its farm; any other sends for all farms of the client.
  gateway: {
    table: gateways,
    onFarms: (farmIds) => deviceWithin(gateways.deviceId, farmIds),
    ofClient: isNull(gateways.deviceId),
  },
  tariff: ofClient(tariffs),
  config: ofClient(configs),
  usersGroup: ofClient(usersGroups as RecordTable),
} as const satisfies Readonly<Record<string, RecordScope>>;

/** Condition: a user who is limited to these farms (an empty list means no limit) may see the record. */
export function seenFrom({ onFarms, ofClient }: RecordScope, farmIds: readonly string[]): SQL | undefined {
  if (farmIds.length === 0 || onFarms === null) return undefined;
  return ofClient ? or(onFarms(farmIds), ofClient) : onFarms(farmIds);
}

/**
 * Condition: a user who is limited to these farms may write the record. Records of the whole client affect all its
 * farms, so they are excluded.
 */
export function writtenFrom({ onFarms }: RecordScope, farmIds: readonly string[]): SQL | undefined {
  if (farmIds.length === 0) return undefined;
  return onFarms === null ? sql`false` : onFarms(farmIds);
}
