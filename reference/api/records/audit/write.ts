import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { AuditEntry } from "@lamina/shared/access/user";
import { insertRows } from "../../core/database/insert-rows.ts";
import type { Database } from "../../core/database/open.ts";
import type { JsonRecord } from "../../core/serialize.ts";
import { auditEntries } from "../../schema/audit.ts";

/** The author of a write. `userId` is null for the program itself. */
export interface Author {
  userId: string | null;
  userName: string;
  /** The import that the write belongs to. */
  batch?: string | undefined;
}

/** The program itself, which records what telemetry reports and computes days again. */
export const PROGRAM: Author = { userId: null, userName: "sistema" };

/** An audited write: `before` is missing for an insertion, `after` for a deletion. */
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

/** Writes an audit entry, in the transaction of the write. */
export async function audit(transaction: Database, write: Write): Promise<void> {
  await transaction.insert(auditEntries).values(entryOf(write));
}

/** Writes many audit entries at once. */
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
    batch: author.batch ?? null,
  };
}

/** Left out of the audit: times change with every write, and the hash is secret. */
const UNNOTED = new Set(["updatedAt", "createdAt", "passwordHash"]);

function changes(before: JsonRecord, after: JsonRecord): AuditEntry["changes"] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => !UNNOTED.has(field) && !isDeepStrictEqual(before[field], after[field]))
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }));
}
