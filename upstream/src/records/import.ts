import { randomUUID } from "node:crypto";
import type { BrokenRule } from "@lamina/shared/rules/rule";
import type { ImportReply } from "@lamina/shared/views";
import { and, eq } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type * as z from "zod";
import { insertRows } from "../core/database/insert-rows.ts";
import type { Database } from "../core/database/open.ts";
import { toWire, type WireRecord } from "../core/wire.ts";
import type { Caller } from "../http/caller.ts";
import { HttpProblem, withMessage } from "../http/problem.ts";
import { validate } from "../http/validation.ts";
import { imports } from "../schema/imports.ts";
import { auditAll } from "./audit/write.ts";

/** A row of the file that is good, as it will be stored, and what tells it from another. */
export interface PreparedRow {
  values: Readonly<Record<string, unknown>>;
  /** Two rows with the same identity are one record that was sent twice. */
  identity: string;
}

/** What the import of an entity needs to know of it. */
export interface ImportDefinition<Fields extends z.ZodObject> {
  entity: string;
  table: PgTable;
  fields: Fields;
  /** The row as it will be stored, or what is wrong with it. */
  prepare(row: z.output<Fields>): PreparedRow | BrokenRule[];
  /** Identities of what is stored already, among these rows. */
  known(transaction: Database, rows: readonly PreparedRow[]): Promise<ReadonlySet<string>>;
}

export interface ImportRequest {
  caller: Caller;
  clientId: string;
  key: string;
  rows: readonly unknown[];
  now: Date;
}

export interface Imported {
  reply: ImportReply;
  /** Records that are new; none when the import was made before. */
  added: WireRecord[];
}

/**
 * Imports rows in one transaction: good ones go in, bad ones are named by their number (from 1), field and reason. The same key again
 * stores nothing and is answered the same.
 */
export function importRecords<Fields extends z.ZodObject>(
  database: Database,
  definition: ImportDefinition<Fields>,
  request: ImportRequest,
): Promise<Imported> {
  const { caller, clientId, key, now } = request;
  const { entity, table } = definition;
  return database.transaction(async (transaction) => {
    const before = await claim(transaction, { clientId, entity, key, now });
    if (before !== undefined) return { reply: before, added: [] };

    const { good, errors } = judge(definition, request.rows);
    const seen = new Set(await definition.known(transaction, good));
    const fresh = good.filter(({ identity }) => !seen.has(identity) && seen.add(identity));
    const times = { createdAt: now, updatedAt: now, active: true };
    const records = fresh.map(({ values }) => ({ ...values, _id: randomUUID(), clientId, ...times }));
    await insertRows(transaction, table, records);
    const added = records.map((record): WireRecord => toWire(record));
    await auditAll(
      transaction,
      added.map((after) => ({ author: caller, date: now, clientId, entity, recordId: String(after._id), after })),
    );
    const reply = { inserted: added.length, duplicate: good.length - added.length, errors };
    await transaction.update(imports).set({ reply }).where(mine({ clientId, entity, key }));
    return { reply, added };
  });
}

const NOTHING: ImportReply = { inserted: 0, duplicate: 0, errors: [] };

const mine = ({ clientId, entity, key }: { clientId: string; entity: string; key: string }) =>
  and(eq(imports.clientId, clientId), eq(imports.entity, entity), eq(imports.key, key));

/** Takes the key, or returns what was answered to it. Whoever comes second waits for the first. */
async function claim(
  transaction: Database,
  { now, ...name }: { clientId: string; entity: string; key: string; now: Date },
): Promise<ImportReply | undefined> {
  const taken = await transaction
    .insert(imports)
    .values({ ...name, date: now, reply: NOTHING })
    .onConflictDoNothing()
    .returning({ key: imports.key });
  if (taken.length > 0) return undefined;
  const [before] = await transaction.select({ reply: imports.reply }).from(imports).where(mine(name));
  return before?.reply;
}

function judge<Fields extends z.ZodObject>(definition: ImportDefinition<Fields>, rows: readonly unknown[]) {
  const good: PreparedRow[] = [];
  const errors: ImportReply["errors"] = [];
  for (const [index, row] of rows.entries()) {
    const judged = judgeRow(definition, row);
    if (Array.isArray(judged))
      errors.push(...judged.map(withMessage).map(({ field, id, message }) => ({ row: index + 1, field, id, message })));
    else good.push(judged);
  }
  return { good, errors };
}

function judgeRow<Fields extends z.ZodObject>(
  { fields, prepare }: ImportDefinition<Fields>,
  row: unknown,
): PreparedRow | BrokenRule[] {
  try {
    return prepare(validate(fields, row));
  } catch (error) {
    if (error instanceof HttpProblem && error.given.errors) return error.given.errors;
    throw error;
  }
}
