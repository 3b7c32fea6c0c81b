import { randomUUID } from "node:crypto";
import type { ImportReply } from "@lamina/shared/calls/views/field-records";
import { getTableColumns } from "drizzle-orm";
import { lockNamed } from "../core/database/lock-named.ts";
import { violationOf } from "../core/database/violations.ts";
import { type JsonRecord, toJson } from "../core/serialize.ts";
import { mayOnClient } from "../http/caller.ts";
import { HttpProblem, withMessage } from "../http/problem.ts";
import { unknownFields } from "../http/unknown-fields.ts";
import type { RecordChange, RecordDefinition } from "./definition.ts";
import { matchByName } from "./importing/same-name.ts";
import { matchById, matchByValue } from "./match-rows.ts";
import { QUOTAS, requireRoom } from "./quotas/quotas.ts";
import type { RecordStore } from "./store.ts";
import { changeRecord } from "./update.ts";
import type { RecordWriter } from "./writer.ts";

export interface ImportRequest {
  clientId: string;
  key: string;
  batch?: string | undefined;
  rows: readonly unknown[];
}

interface Imported {
  reply: ImportReply;
  changes: RecordChange[];
}

/** A row with its number in the file, from 1. */
interface Given {
  row: number;
  input: JsonRecord;
}

/** A valid row of a new record. */
interface Draft extends Given {
  change: RecordChange;
  values: JsonRecord;
}

/** Serializes insertions and imports of one kind of a client, so that each sees what the others stored. */
export const lockInsertions = ({ transaction, clientId }: RecordChange, { entity }: Pick<RecordDefinition, "entity">) =>
  lockNamed(transaction, insertionsOf(entity, clientId));

/** The lock of {@link lockInsertions}, for insertions by the program. */
export const insertionsOf = (entity: RecordDefinition["entity"], clientId: string) => `${entity} of ${clientId}`;

/**
 * Writes each new row like an insertion and each row of a stored record like a change, in one transaction. Rows that are
 * stored already are counted; invalid ones are reported by number (from 1), field and reason.
 */
export async function importRecords(
  definition: RecordDefinition,
  parts: { store: RecordStore; writer: RecordWriter },
  change: RecordChange,
  rows: readonly unknown[],
): Promise<Imported> {
  const { store, writer } = parts;
  const { transaction, caller, clientId } = change;
  const { repeats } = definition;
  await lockInsertions(change, definition);
  const sent: Given[] = [];
  const unreadable: ImportReply["errors"] = [];
  for (const [index, input] of rows.entries()) {
    if (isRecord(input)) sent.push({ row: index + 1, input });
    else unreadable.push({ row: index + 1, ...withMessage({ field: "", id: "invalid-type" }) });
  }
  const unknown = sent.flatMap(({ row, input }) =>
    unknownFields(definition.fields, input, namesBeside(definition, input)).map((rule) => ({
      row,
      ...withMessage(rule),
    })),
  );
  const numbered = sent.filter(({ row }) => !unknown.some((error) => error.row === row));
  const ids = numbered.flatMap(({ input }) => (typeof input?._id === "string" ? [input._id] : []));
  const storedById = new Map(
    (await store.findAll(transaction, caller, clientId, ids)).map((row) => [row._id, toJson(row)]),
  );
  const fields = Object.keys(definition.fields.shape).filter((field) => field in definition.table);
  const byId = matchById(numbered, storedById, fields);
  const { good, errors } = await checkRows(writer, change, byId.others);
  const alike = good.map(({ values }) => values);
  const storedAlike = (repeats && alike.length > 0 && (await repeats.alike(transaction, alike))) || [];
  const { fresh, ...matched } = repeats
    ? matchByValue(good, storedAlike, { repeats, fields, claimed: byId.claimed })
    : { changed: [], ...(await matchByName(transaction, definition, good, { clientId, fields })) };

  const changed: RecordChange[] = [];
  for (const one of [...byId.changed, ...matched.changed]) {
    const written = await changeStored(definition, parts, change, one);
    if ("errors" in written) errors.push(...written.errors.map((error) => ({ row: one.row.row, ...error })));
    else changed.push(written);
  }
  const most = repeats ? QUOTAS.history : QUOTAS.records;
  const { table } = definition;
  await requireRoom(transaction, { table, clientId: table.clientId }, { clientId, added: fresh.length, most });
  const { added, taken } = await storeFresh(definition, writer, fresh);
  errors.push(...taken);
  const hidden = await store.removeHidden(transaction, caller, added);
  const refused = fresh.filter((draft) => hidden.has(draft.change.recordId));
  errors.push(...refused.map(({ row, values }) => ({ row, ...hiddenError(definition, values) })));
  const reply = {
    inserted: added.length - hidden.size,
    duplicate: byId.equal + matched.equal,
    changed: changed.length,
    conflicting: matched.conflicting,
    errors: [...errors, ...unknown, ...unreadable].sort((one, other) => one.row - other.row),
  };
  return { reply, changes: [...changed, ...added.filter(({ recordId }) => !hidden.has(recordId))] };
}

const isRecord = (row: unknown): row is JsonRecord => typeof row === "object" && row !== null && !Array.isArray(row);

/** Names of a row beside its own fields: all columns when the row names its record, as one that was read does. */
const namesBeside = ({ table }: RecordDefinition, given: JsonRecord) =>
  typeof given._id === "string" ? Object.keys(getTableColumns(table)) : [];

/** Stores new records: together, or one by one where another client may have one of them, such as a serial number. */
async function storeFresh(
  { unique }: RecordDefinition,
  writer: RecordWriter,
  fresh: readonly Draft[],
): Promise<{ added: RecordChange[]; taken: ImportReply["errors"] }> {
  if (!unique) return { added: await writer.store(fresh), taken: [] };
  const [added, taken]: [RecordChange[], ImportReply["errors"]] = [[], []];
  for (const { row, change, values } of fresh) {
    const { transaction } = change;
    try {
      const stored = await transaction.transaction((inner) =>
        writer.store([{ change: { ...change, transaction: inner }, values }]),
      );
      added.push(...stored.map((one) => ({ ...one, transaction })));
    } catch (error) {
      const field = unique[violationOf(error)?.constraint ?? ""];
      if (field === undefined) throw error;
      taken.push({ row, ...withMessage({ field, id: "unique" }) });
    }
  }
  return { added, taken };
}

/** Changes a stored record as its row says, if the caller may; else the errors of the row. */
async function changeStored(
  definition: RecordDefinition,
  parts: { store: RecordStore; writer: RecordWriter },
  { transaction, caller, clientId, date, lookups }: RecordChange,
  { before, change }: { before: JsonRecord; change: JsonRecord },
): Promise<RecordChange | { errors: Omit<ImportReply["errors"][number], "row">[] }> {
  if (!mayOnClient(caller, definition.calls.update.access, clientId))
    return { errors: [withMessage({ field: Object.keys(change)[0] ?? "", id: "stored-differently" })] };
  const base = { transaction, caller, clientId, lookups, date, recordId: String(before._id) };
  try {
    return await changeRecord(definition, parts, base, change);
  } catch (error) {
    return { errors: errorsOf(error) };
  }
}

/** The errors of a row, of a refusal. */
export function errorsOf(error: unknown): Omit<ImportReply["errors"][number], "row">[] {
  if (!(error instanceof HttpProblem)) throw error;
  const { errors, detail, id } = error.given;
  return (
    errors?.map(({ field, id: rule, message }) => ({ field, id: rule, message })) ?? [
      { field: "", id, message: detail },
    ]
  );
}

async function checkRows(writer: RecordWriter, change: RecordChange, rows: readonly Given[]) {
  const good: Draft[] = [];
  const errors: ImportReply["errors"] = [];
  for (const { row, input } of rows) {
    const draftChange = { ...change, recordId: randomUUID() };
    try {
      good.push({ row, input, change: draftChange, values: await writer.checked(input, draftChange) });
    } catch (error) {
      if (!(error instanceof HttpProblem && error.given.errors)) throw error;
      errors.push(...errorsOf(error).map((one) => ({ row, ...one })));
    }
  }
  return { good, errors };
}

/** The error of a record at a place that the caller may not see: the place does not exist for the caller. */
function hiddenError({ references = {} }: RecordDefinition, values: JsonRecord) {
  const field = Object.keys(references).find((name) => typeof values[name] === "string") ?? "";
  return withMessage({ field, id: "not-found" });
}
