import { eq, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Database } from "../core/database/open.ts";
import { alertRules } from "../schema/alerts.ts";
import { farms, pivotSectors, pivots, waterPermits } from "../schema/farms.ts";
import { memberships } from "../schema/identity.ts";
import { devices, monitors, sensors } from "../schema/telemetry.ts";

/** Entities that are referenced without a foreign key: in a list, in a scope, as a farm's station. */
export const LEAVES_NAMES: readonly string[] = ["Farm", "Pivot", "PivotSector", "Device", "Sensor", "AlertRule"];

const isGone = (id: SQL, target: PgTable) => sql`not exists (select from ${target} t where t._id = ${id})`;

/** Removes references to deleted records from a client's other records, in the transaction of the deletion. */
export async function dropLeftovers(transaction: Database, clientId: string): Promise<void> {
  for (const [table, column] of [
    [farms, farms.stationDeviceId],
    [pivots, pivots.gaugeDeviceId],
    [pivotSectors, pivotSectors.gaugeDeviceId],
  ] as const) {
    const name = sql.identifier(column.name);
    await transaction.execute(
      sql`update ${table} set ${name} = null where client_id = ${clientId} and ${name} is not null and ${isGone(sql`${name}`, devices)}`,
    );
  }
  await dropFromList(transaction, clientId, [waterPermits, waterPermits.pivotIds], pivots);
  await dropFromList(transaction, clientId, [monitors, monitors.alertIds], alertRules);
  // The last farm of a user is kept, because an empty list would mean all farms.
  await dropFromList(transaction, clientId, [memberships, memberships.farmIds], farms, true);
  await transaction.execute(sql`
    delete from ${alertRules} where client_id = ${clientId} and (
      (scope->>'kind' = 'farm' and ${isGone(sql`scope->>'id'`, farms)})
      or (scope->>'kind' = 'pivot' and ${isGone(sql`scope->>'id'`, pivots)}))`);
  await dropSensors(transaction, clientId);
}

async function dropFromList(
  transaction: Database,
  clientId: string,
  [table, column]: readonly [PgTable, PgColumn],
  target: PgTable,
  keepsLast = false,
): Promise<void> {
  const name = sql.identifier(column.name);
  const elements = sql`jsonb_array_elements_text(${name}) with ordinality as e (id, place)`;
  const left = sql`(select jsonb_agg(id order by place) from ${elements} where not ${isGone(sql`id`, target)})`;
  await transaction.execute(sql`
    update ${table} set ${name} = coalesce(${left}, '[]'::jsonb)
    where client_id = ${clientId} and exists (select from ${elements} where ${isGone(sql`id`, target)})
      ${keepsLast ? sql`and ${left} is not null` : sql``}`);
}

/** A monitor keeps its remaining sensors, with weights in the same proportion; without any it is deleted. */
async function dropSensors(transaction: Database, clientId: string): Promise<void> {
  const own = await transaction
    .select({ _id: monitors._id, sensorIds: monitors.sensorIds, weights: monitors.weights })
    .from(monitors)
    .where(eq(monitors.clientId, clientId));
  const rows = await transaction.select({ _id: sensors._id }).from(sensors).where(eq(sensors.clientId, clientId));
  const known = new Set(rows.map(({ _id }) => _id));
  for (const { _id, sensorIds, weights } of own) {
    const kept = sensorIds.flatMap((id, index) => (known.has(id) ? [{ id, weight: weights?.[index] ?? 0 }] : []));
    if (kept.length === sensorIds.length) continue;
    const total = kept.reduce((sum, { weight }) => sum + weight, 0);
    const change = {
      sensorIds: kept.map(({ id }) => id),
      weights: weights && total > 0 ? kept.map(({ weight }) => weight / total) : null,
    };
    if (kept.length === 0) await transaction.delete(monitors).where(eq(monitors._id, _id));
    else await transaction.update(monitors).set(change).where(eq(monitors._id, _id));
  }
}
