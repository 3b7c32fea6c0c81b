import type { EscalationStep } from "@lamina/shared/records/alert";
import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { anyOf } from "../core/database/arrays.ts";
import { type RecordChanged, type RecordEntity, recordChanged } from "../core/record-changed.ts";
import { type JsonRecord, toJson } from "../core/serialize.ts";
import { alertRules } from "../schema/alerts.ts";
import { farms, pivotSectors, pivots, waterPermits } from "../schema/farms.ts";
import { memberships } from "../schema/identity.ts";
import { seasonBudgets } from "../schema/irrigation.ts";
import { devices, monitors, sensors } from "../schema/telemetry.ts";
import { auditReasons } from "./audit/text.ts";
import { auditAll } from "./audit/write.ts";
import { versionAfter } from "./change.ts";
import type { RecordChange } from "./definition.ts";
import { keepFix, keepRow } from "./deleted/archive.ts";
import type { RecordTable } from "./places.ts";

/** Entities that are referenced without a foreign key: in a list, in a scope, as a farm's station. */
export const LEAVES_NAMES: readonly RecordEntity[] = ["Farm", "Pivot", "PivotSector", "Device", "Sensor", "AlertRule"];

/** `deletionId`: the deletion that keeps what is changed, so that it can be undone. */
type Cause = Pick<RecordChange, "transaction" | "clientId" | "caller" | "date"> & { deletionId?: string };
type Reason = (typeof auditReasons)[keyof typeof auditReasons];
/** New values of a record and why; null deletes it, undefined leaves it as it is. */
type Fix = { values: JsonRecord | null; reason: Reason } | undefined;

/** Records that lose names of deleted ones, by their entity. */
export const fixedTables = [
  { entity: "Farm", table: farms },
  { entity: "Pivot", table: pivots },
  { entity: "PivotSector", table: pivotSectors },
  { entity: "WaterPermit", table: waterPermits },
  { entity: "SeasonBudget", table: seasonBudgets },
  { entity: "Monitor", table: monitors },
  { entity: "User", table: memberships },
] as const satisfies readonly { entity: RecordEntity; table: RecordTable }[];

const isGone = (id: SQL, target: PgTable) => sql`not exists (select from ${target} t where t._id = ${id})`;
const elementsOf = (list: PgColumn) => sql`jsonb_array_elements_text(${list}) as e (id)`;
const namesGone = (list: PgColumn, target: PgTable) =>
  sql`exists (select from ${elementsOf(list)} where ${isGone(sql`e.id`, target)})`;

/** Condition: a list of pivots names one that is not on the record's farm. */
const elsewhere = ({ pivotIds, farmId }: { pivotIds: PgColumn; farmId: PgColumn }) =>
  sql`exists (select from ${elementsOf(pivotIds)} where not exists (
    select from ${pivots} p where p._id = e.id and p.farm_id = ${farmId}))`;

/**
 * Removes references to deleted records, and to pivots that moved to another farm, from a client's other records, in the
 * transaction of the cause. Each change is audited and is a new version. An empty list may mean "all", so a list that
 * becomes empty here closes its record: it never covers more than before.
 */
export async function dropLeftovers(cause: Cause): Promise<RecordChanged[]> {
  const { transaction } = cause;
  const remaining = async (ids: readonly string[], target: RecordTable, where?: SQL): Promise<string[]> => {
    const rows = await transaction
      .select({ _id: target._id })
      .from(target)
      .where(and(anyOf(target._id, ids), where));
    const existing = new Set(rows.map(({ _id }) => _id));
    return ids.filter((id) => existing.has(id));
  };
  const changes: RecordChanged[] = [];
  for (const [entity, table, column] of [
    ["Farm", farms, farms.stationDeviceId],
    ["Pivot", pivots, pivots.gaugeDeviceId],
    ["PivotSector", pivotSectors, pivotSectors.gaugeDeviceId],
  ] as const) {
    const where = sql`${column} is not null and ${isGone(sql`${column}`, devices)}`;
    const field = entity === "Farm" ? "stationDeviceId" : "gaugeDeviceId";
    changes.push(
      ...(await fixAll(cause, { entity, table, where }, () => ({
        values: { [field]: null },
        reason: auditReasons.leftOut,
      }))),
    );
  }
  const onFarm = (row: JsonRecord) => remaining(idsIn(row.pivotIds), pivots, eq(pivots.farmId, String(row.farmId)));
  changes.push(
    ...(await fixAll(
      cause,
      { entity: "WaterPermit", table: waterPermits, where: elsewhere(waterPermits) },
      async (row) => {
        const pivotIds = await onFarm(row);
        // Without pivots it would cover the whole farm.
        const reason = pivotIds.length === 0 ? auditReasons.permitEnded : auditReasons.leftOut;
        return { values: { pivotIds, active: pivotIds.length > 0 && row.active }, reason };
      },
    )),
    ...(await fixAll(
      cause,
      { entity: "SeasonBudget", table: seasonBudgets, where: elsewhere(seasonBudgets) },
      async (row) => {
        const pivotIds = await onFarm(row);
        // Without pivots it would be of the whole farm.
        if (pivotIds.length === 0) return { values: null, reason: auditReasons.wentAlong };
        return { values: { pivotIds }, reason: auditReasons.leftOut };
      },
    )),
    ...(await fixAll(
      cause,
      { entity: "Monitor", table: monitors, where: namesGone(monitors.alertIds, alertRules) },
      async (row) => ({
        values: { alertIds: await remaining(idsIn(row.alertIds), alertRules) },
        reason: auditReasons.leftOut,
      }),
    )),
    ...(await fixAll(
      cause,
      { entity: "User", table: memberships, where: namesGone(memberships.farmIds, farms) },
      async (row) => {
        const farmIds = await remaining(idsIn(row.farmIds), farms);
        // The last farm stays, although it is deleted, because without farms the user would see all of the client's.
        return farmIds.length === 0 ? undefined : { values: { farmIds }, reason: auditReasons.leftOut };
      },
    )),
  );
  const isOfNothing = sql`(${alertRules.scope}->>'kind' = 'farm' and ${isGone(sql`${alertRules.scope}->>'id'`, farms)}
    or ${alertRules.scope}->>'kind' = 'pivot' and ${isGone(sql`${alertRules.scope}->>'id'`, pivots)})`;
  changes.push(
    ...(await fixAll(cause, { entity: "AlertRule", table: alertRules, where: isOfNothing }, () => ({
      values: null,
      reason: auditReasons.wentAlong,
    }))),
    ...(await fixAll(
      cause,
      { entity: "Monitor", table: monitors, where: namesGone(monitors.sensorIds, sensors) },
      async ({ sensorIds, weights }) =>
        withSensors(await remaining(idsIn(sensorIds), sensors), idsIn(sensorIds), weights),
    )),
  );
  return changes;
}

/**
 * Removes a person who left a client from the turns of its alert rules. A turn without persons ends, and without turns the
 * alert is for everyone again, so that it is never for none.
 */
export function dropPerson(cause: Cause, userId: string): Promise<RecordChanged[]> {
  const where = sql`${alertRules.escalation} @> ${JSON.stringify([{ userIds: [userId] }])}::jsonb`;
  return fixAll(cause, { entity: "AlertRule", table: alertRules, where }, ({ escalation }) => ({
    values: { escalation: withoutPerson(escalation as EscalationStep[], userId) },
    reason: auditReasons.personLeft,
  }));
}

function withoutPerson(steps: readonly EscalationStep[], userId: string): EscalationStep[] {
  const left = steps.map((step) => ({ ...step, userIds: step.userIds.filter((id) => id !== userId) }));
  return left.filter(({ userIds }) => userIds.length > 0);
}

/** The former values of the changed fields. */
const pick = (row: JsonRecord, changed: JsonRecord) =>
  Object.fromEntries(
    Object.keys(changed).flatMap((field) => (field === "updatedAt" ? [] : [[field, row[field] ?? null]])),
  );

const idsIn = (list: unknown): string[] => (Array.isArray(list) ? list.map(String) : []);

/** A monitor keeps its remaining sensors, with weights in the same proportion; without any it is deleted. */
function withSensors(sensorIds: readonly string[], before: readonly string[], weights: unknown): Fix {
  if (sensorIds.length === 0) return { values: null, reason: auditReasons.wentAlong };
  const remainingWeights = Array.isArray(weights) ? sensorIds.map((id) => Number(weights[before.indexOf(id)])) : [];
  const total = remainingWeights.reduce((sum, weight) => sum + weight, 0);
  const values = { sensorIds, weights: total > 0 ? remainingWeights.map((weight) => weight / total) : null };
  return { values, reason: auditReasons.leftOut };
}

/** Corrects the records of a client that meet a condition, and audits it. Locked, because a person may change them too. */
async function fixAll(
  { transaction, clientId, caller, date, deletionId }: Cause,
  { entity, table, where }: { entity: RecordEntity; table: RecordTable; where: SQL },
  fix: (row: JsonRecord) => Fix | Promise<Fix>,
): Promise<RecordChanged[]> {
  const condition = and(eq(table.clientId, clientId), where);
  const rows = (await transaction
    .select()
    .from(table)
    .where(condition)
    .orderBy(asc(table._id))
    .for("no key update")) as (JsonRecord & { _id: string; updatedAt: Date })[];
  const changes: RecordChanged[] = [];
  for (const row of rows) {
    const found = await fix(row);
    if (found === undefined) continue;
    const { values, reason } = found;
    const isOwn = eq(table._id, row._id);
    const next = values && { ...values, updatedAt: versionAfter(row, date) };
    if (deletionId !== undefined) {
      if (next === null) await keepRow(transaction, deletionId, { table, recordId: row._id });
      else await keepFix(transaction, deletionId, { entity, recordId: row._id, before: pick(row, next), after: next });
    }
    if (next === null) await transaction.delete(table).where(isOwn);
    else
      await transaction
        .update(table)
        .set(next as typeof table.$inferInsert)
        .where(isOwn);
    const written = { before: toJson(row), ...(next && { after: toJson({ ...row, ...next }) }) };
    const entry = { author: caller, date, clientId, entity, recordId: row._id, reason };
    await auditAll(transaction, [{ ...entry, ...written }]);
    // A membership is only a part of a user's record.
    changes.push(recordChanged(entity, { clientId, recordId: row._id, ...(entity !== "User" && written) }));
  }
  return changes;
}
