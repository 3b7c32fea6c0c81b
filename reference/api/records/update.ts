import { type JsonRecord, toJson } from "../core/serialize.ts";
import { problems } from "../http/problem.ts";
import { refuseUnknown } from "../http/validation.ts";
import { merge, requireVersion, versionAfter } from "./change.ts";
import type { RecordChange, RecordDefinition } from "./definition.ts";
import type { RecordStore } from "./store.ts";
import type { RecordWriter } from "./writer.ts";

/**
 * Changes the given fields of a stored record; null empties one. The right of the caller is checked before.
 * @throws HttpProblem 400, 403, 404, 409 when `updatedAt` is given and differs from the record's
 */
export async function changeRecord(
  { fields, notFound, alternatives }: RecordDefinition,
  { store, writer }: { store: RecordStore; writer: RecordWriter },
  base: RecordChange,
  record: JsonRecord,
): Promise<RecordChange & { before: JsonRecord; after: JsonRecord }> {
  const { transaction, caller, recordId } = base;
  // A lock that does not block writes of records with references to this one.
  const row = await store.find(transaction, caller, recordId, "no key update");
  if (row === undefined) throw problems.notFound(notFound);
  const before = toJson(row);
  await store.requireOwn(transaction, caller, base);
  refuseUnknown(fields, record, before);
  requireVersion(row, record, before);
  const change = { ...base, date: versionAfter(row, base.date), before };
  const values = await writer.checked(merge(fields, before, record, alternatives), change);
  const emptied = Object.fromEntries(Object.keys(fields.shape).map((field) => [field, null]));
  const after = await store.update(transaction, recordId, { ...emptied, ...values, updatedAt: change.date });
  await store.requireOwn(transaction, caller, change);
  return { ...change, after: toJson(after) };
}
