import type { Access } from "@lamina/shared/access/rights";
import { type ImportBatch, UNDO_DAYS } from "@lamina/shared/calls/views/field-records";
import { DAY_MS } from "@lamina/shared/core/time";
import { and, count, desc, eq, gte, isNull, lt, max, sum } from "drizzle-orm";
import { anyOf } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import { type Caller, mayOnClient } from "../../http/caller.ts";
import { importParts } from "../../schema/imports.ts";

type Row = typeof importParts.$inferSelect;
/** What one call of an import wrote. */
type WrittenPart = Omit<typeof importParts.$inferInsert, "number" | "undoneAt" | "userName"> & {
  author: Pick<Caller, "userName">;
};
/** A value that was changed since, and stays. */
interface Kept {
  recordId: string;
  name: string;
}

/** A kind of import whose calls note what they wrote. */
export interface NotedKind {
  entity: Row["entity"];
  /** The right to import it, and to take it back. */
  access: Access | null;
  /** Takes back a part, with `mark` in the same transaction. Returns what stays. */
  takeBack(content: unknown, mark: (transaction: Database) => Promise<void>): Promise<readonly Kept[]>;
}

/** Notes what a call of an import wrote, in its transaction; older notes than can be undone are deleted. */
export async function notePart(transaction: Database, { author, ...part }: WrittenPart): Promise<void> {
  if (part.inserted + part.changed === 0) return;
  await transaction.delete(importParts).where(lt(importParts.date, new Date(part.date.getTime() - UNDO_DAYS * DAY_MS)));
  await transaction.insert(importParts).values({ ...part, userName: author.userName });
}

/** Parts on the farms of a caller, with the right to import them. */
function seenBy(caller: Caller, clientId: string, kinds: readonly NotedKind[]) {
  const farmIds = caller.clients.get(clientId)?.farmIds ?? [];
  const entities = kinds.flatMap(({ entity, access }) => (mayOnClient(caller, access, clientId) ? entity : []));
  return and(
    eq(importParts.clientId, clientId),
    anyOf(importParts.entity, entities),
    farmIds.length > 0 ? anyOf(importParts.farmId, farmIds) : undefined,
  );
}

/** The imports of these kinds, newest first. */
export async function notedBatches(
  database: Database,
  { caller, clientId, kinds, since }: { caller: Caller; clientId: string; kinds: readonly NotedKind[]; since: Date },
): Promise<ImportBatch[]> {
  const rows = await database
    .select({
      _id: importParts.batch,
      entity: importParts.entity,
      userName: importParts.userName,
      date: max(importParts.date),
      inserted: sum(importParts.inserted).mapWith(Number),
      changed: sum(importParts.changed).mapWith(Number),
      parts: count(),
      undone: count(importParts.undoneAt),
    })
    .from(importParts)
    .where(and(seenBy(caller, clientId, kinds), gte(importParts.date, since)))
    .groupBy(importParts.batch, importParts.entity, importParts.userName)
    .orderBy(desc(max(importParts.date)));
  return rows.flatMap(({ entity, parts, date, ...row }) =>
    date ? { ...row, date: date.toISOString(), entities: [entity], undone: row.undone === parts } : [],
  );
}

/** Parts of one call, each of some thousand values, so that it ends before its client gives up. */
const STEP = 4;

/** Takes back some parts of a batch, the last first. `left`: values of the other parts. */
export async function takeBackParts(
  database: Database,
  {
    caller,
    clientId,
    batch,
    kinds,
    at,
  }: {
    caller: Caller;
    clientId: string;
    batch: string;
    kinds: readonly NotedKind[];
    at: Date;
  },
): Promise<{ undone: number; left: number; kept: (Kept & { entity: string })[] }> {
  const open = await database
    .select()
    .from(importParts)
    .where(and(seenBy(caller, clientId, kinds), eq(importParts.batch, batch), isNull(importParts.undoneAt)))
    .orderBy(desc(importParts.number));
  const written = (parts: readonly Row[]) =>
    parts.reduce((total, { inserted, changed }) => total + inserted + changed, 0);
  const [now, later] = [open.slice(0, STEP), open.slice(STEP)];
  const kept: (Kept & { entity: string })[] = [];
  for (const { entity, number, content } of now) {
    const stays = await kinds
      .find((kind) => kind.entity === entity)
      ?.takeBack(content, async (transaction) => {
        await transaction.update(importParts).set({ undoneAt: at, content: {} }).where(eq(importParts.number, number));
      });
    kept.push(...(stays ?? []).map((one) => ({ entity, ...one })));
  }
  return { undone: written(now) - kept.length, left: written(later), kept };
}
