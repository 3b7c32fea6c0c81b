import { randomUUID } from "node:crypto";
import type { ImportReply } from "@lamina/shared/calls/views/field-records";
import type { JsonRecord } from "../core/serialize.ts";
import { HttpProblem, withMessage } from "../http/problem.ts";
import type { RecordChange, RecordDefinition } from "./definition.ts";
import type { RecordStore } from "./store.ts";
import type { RecordWriter } from "./writer.ts";

export interface ImportRequest {
  clientId: string;
  key: string;
  rows: readonly unknown[];
}

interface Imported {
  reply: ImportReply;
  /** Of the new records. */
  added: RecordChange[];
}

/** A valid row. */
interface Draft {
  /** Its number in the file, from 1. */
  row: number;
  change: RecordChange;
  own: JsonRecord;
}

/**
 * Writes each row like an insertion, in one transaction: valid rows are stored, invalid ones are reported by number
 * (from 1), field and reason.
 */
export async function importRecords(
  definition: RecordDefinition,
  { store, writer }: { store: RecordStore; writer: RecordWriter },
  change: RecordChange,
  rows: readonly unknown[],
): Promise<Imported> {
  const { good, errors } = await checkRows(writer, change, rows);
  const fresh = await withoutRepeated(definition, change, good);
  const added = await writer.store(fresh);
  const hidden = await store.removeHidden(change.transaction, change.caller, added);
  const refused = fresh.filter((draft) => hidden.has(draft.change.recordId));
  errors.push(...refused.map(({ row, own }) => ({ row, ...hiddenError(definition, own) })));
  const reply = {
    inserted: added.length - hidden.size,
    duplicate: good.length - fresh.length,
    errors: errors.sort((one, other) => one.row - other.row),
  };
  return { reply, added: added.filter(({ recordId }) => !hidden.has(recordId)) };
}

async function checkRows(writer: RecordWriter, change: RecordChange, rows: readonly unknown[]) {
  const good: Draft[] = [];
  const errors: ImportReply["errors"] = [];
  for (const [index, given] of rows.entries()) {
    const row = index + 1;
    const own = { ...change, recordId: randomUUID() };
    try {
      good.push({ row, change: own, own: await writer.checked(given as JsonRecord, own) });
    } catch (error) {
      if (!(error instanceof HttpProblem && error.given.errors)) throw error;
      errors.push(...error.given.errors.map(({ field, id, message }) => ({ row, field, id, message })));
    }
  }
  return { good, errors };
}

/** Removes rows that are already stored, or repeated in the file. */
async function withoutRepeated(
  { identity, alike }: Pick<RecordDefinition, "identity" | "alike">,
  { transaction }: RecordChange,
  drafts: readonly Draft[],
): Promise<Draft[]> {
  if (identity === undefined || drafts.length === 0) return [...drafts];
  const stored =
    (await alike?.(
      transaction,
      drafts.map(({ own }) => own),
    )) ?? [];
  const seen = new Set(stored.map(identity));
  return drafts.filter(({ own }) => !seen.has(identity(own)) && seen.add(identity(own)));
}

/** The error of a record at a place that the caller may not see: the place does not exist for the caller. */
function hiddenError({ references = {} }: RecordDefinition, own: JsonRecord) {
  const field = Object.keys(references).find((name) => typeof own[name] === "string") ?? "";
  return withMessage({ field, id: "not-found" });
}
