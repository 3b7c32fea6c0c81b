import type { RestoreReply } from "@lamina/shared/calls/views/deletions";
import { and, eq, gt, isNull } from "drizzle-orm";
import * as z from "zod";
import { type RecordChanged, recordChanged } from "../../core/record-changed.ts";
import { type JsonRecord, toJson } from "../../core/serialize.ts";
import { auditEntries } from "../../schema/audit.ts";
import { deletedRows } from "../../schema/deletions.ts";
import { auditReasons } from "../audit/text.ts";
import { audit } from "../audit/write.ts";
import { versionAfter } from "../change.ts";
import type { RecordChange } from "../definition.ts";
import { fixedTables } from "../leftovers.ts";

const Fix = z.object({
  recordId: z.string(),
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
});

const ids = z.array(z.string());
const idsIn = (value: unknown): string[] => ids.safeParse(value).data ?? [];

/**
 * Puts the ids of restored records back where the deletion took them out: a permit covers its pivots again. A record that
 * a person changed since stays as that person left it, so that nothing covers more than its last author decided.
 */
export async function fixAgain(
  { transaction, clientId, caller, date }: RecordChange,
  deletionId: string,
): Promise<{ changes: RecordChanged[]; kept: RestoreReply["kept"] }> {
  const changes: RecordChanged[] = [];
  const kept: RestoreReply["kept"] = [];
  const fixes = await transaction
    .select()
    .from(deletedRows)
    .where(and(eq(deletedRows.deletionId, deletionId), eq(deletedRows.kind, "fix")))
    .orderBy(deletedRows.number);
  for (const { table: kind, row } of fixes) {
    const fixed = fixedTables.find(({ entity }) => entity === kind);
    if (!fixed) continue;
    const { table, entity } = fixed;
    const { recordId, before, after } = Fix.parse(row);
    const isOwn = eq(table._id, recordId);
    const [current] = (await transaction.select().from(table).where(isOwn).for("no key update")) as (JsonRecord & {
      updatedAt: Date;
    })[];
    if (current === undefined) continue;
    const version = new Date(String(after.updatedAt));
    const [changedSince] = await transaction
      .select({ changes: auditEntries.changes })
      .from(auditEntries)
      .where(
        and(
          eq(auditEntries.entity, entity),
          eq(auditEntries.recordId, recordId),
          gt(auditEntries.date, version),
          isNull(auditEntries.reason),
        ),
      );
    if (changedSince) {
      kept.push({ entity, name: String(current.name ?? current.number ?? recordId) });
      continue;
    }
    const values = { ...putBack(before, after, current), updatedAt: versionAfter(current, date) };
    await transaction
      .update(table)
      .set(values as typeof table.$inferInsert)
      .where(isOwn);
    const written = { before: toJson(current), after: toJson({ ...current, ...values }) };
    await audit(transaction, {
      ...{ author: caller, date: values.updatedAt, clientId, entity, recordId, reason: auditReasons.restored },
      ...written,
    });
    // A membership is only a part of a user's record.
    changes.push(recordChanged(entity, { clientId, recordId, ...(entity !== "User" && written) }));
  }
  return { changes, kept };
}

/** The former values of the fields that the deletion changed. Ids that another deletion took out stay out. */
function putBack(before: JsonRecord, after: JsonRecord, current: JsonRecord): JsonRecord {
  const values: Record<string, unknown> = {};
  const isAsLeft = (field: string) => JSON.stringify(current[field] ?? null) === JSON.stringify(after[field] ?? null);
  for (const [field, value] of Object.entries(before)) {
    // Only the program changed a closed permit since: another deletion closed it, and it covers pivots again.
    if (isAsLeft(field) || field === "active") values[field] = value;
    else if (ids.safeParse(value).success) {
      const [now, left] = [idsIn(current[field]), idsIn(after[field])];
      const former = idsIn(value);
      const others = now.filter((id) => !former.includes(id));
      values[field] = [...former.filter((id) => now.includes(id) || !left.includes(id)), ...others];
    }
  }
  // Weights belong to one list of sensors.
  if ("sensorIds" in before && !isAsLeft("sensorIds")) values.weights = null;
  return values;
}
