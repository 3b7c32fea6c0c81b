import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { AuditEntry } from "@lamina/shared/access/user";
import { insertRows } from "../../core/database/insert-rows.ts";
import type { Database } from "../../core/database/open.ts";
import type { JsonRecord } from "../../core/serialize.ts";
import { auditEntries } from "../../schema/audit.ts";

/** Who writes. `userId` is null when the program itself does. */
export interface Author {
  userId: string | null;
  userName: string;
}

/** One write, as it is noted: `before` is missing for an insertion, `after` for a deletion. */
interface Write {
  author: Author;
  date: Date;
  clientId: string | null;
  entity: string;
  recordId: string;
  before?: JsonRecord | undefined;
  after?: JsonRecord | undefined;
  reason?: string;
}

/** Notes a write, in the transaction that makes it. */
export async function audit(transaction: Database, write: Write): Promise<void> {
  await transaction.insert(auditEntries).values(entryOf(write));
}

/** Notes many writes at once. */
export function auditAll(transaction: Database, writes: readonly Write[]): Promise<void> {
  return insertRows(transaction, auditEntries, writes.map(entryOf));
}

function entryOf({ author, before, after, reason, ...what }: Write): typeof auditEntries.$inferInsert {
  return {
    _id: randomUUID(),
    ...what,
    userId: author.userId,
    userName: author.userName,
    action: before === undefined ? "insert" : after === undefined ? "delete" : "update",
    changes: changes(before ?? {}, after ?? {}),
    reason: reason ?? null,
  };
}

/** Every write has its own time; noting it as a change would say nothing. */
const UNNOTED = new Set(["updatedAt", "createdAt", "passwordHash"]);

function changes(before: JsonRecord, after: JsonRecord): AuditEntry["changes"] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => !UNNOTED.has(field) && !isDeepStrictEqual(before[field], after[field]))
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }));
}
