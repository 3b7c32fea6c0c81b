import { type ImportBatch, UNDO_DAYS, type UndoReply } from "@lamina/shared/calls/views/field-records";
import { DAY_MS } from "@lamina/shared/core/time";
import { and, asc, count, desc, eq, gte, inArray, isNotNull, max } from "drizzle-orm";
import type { Context } from "../../core/context.ts";
import { type Caller, mayOnClient } from "../../http/caller.ts";
import { HttpProblem, problems, withMessage } from "../../http/problem.ts";
import { auditEntries } from "../../schema/audit.ts";
import type { RecordDefinition } from "../definition.ts";
import { dependentsOf } from "../dependents.ts";
import type { Records } from "../service.ts";
import { type NotedKind, notedBatches, takeBackParts } from "./parts.ts";

/** Takes back imports, by their audit entries. */
interface Undo {
  /** Imports of files in the last days, newest first. @throws HttpProblem 404 for the client */
  list(caller: Caller, clientId: string): Promise<ImportBatch[]>;
  /**
   * Takes back some records, the last written first: deletes what the import added, and gives changed fields their former
   * values. Records that a person changed since stay, and are named.
   * @throws HttpProblem 404 for the client
   */
  step(caller: Caller, request: { clientId: string; batch: string }): Promise<UndoReply>;
}

type Entry = typeof auditEntries.$inferSelect;
type Ids = ReadonlySet<string>;
/** A kind of record that an import writes, and the calls that take it back. */
export interface UndonePart {
  definition: Pick<RecordDefinition, "entity" | "table" | "calls" | "fields">;
  records: Pick<Records, "update" | "remove">;
}

/** Records of one call, so that it ends before its client gives up. */
const STEP = 300;
/** Why a value that a person changed since stays. */
const { id, message } = withMessage({ field: "", id: "changed-since" });
const changedSince = { id, message };
/** The batch of the writes that undo another one. */
const undoOf = (batch: string) => `${batch} undo`;

/** Whether a person wrote the record after the import; an added record had no writes before it. */
function isChanged(writes: readonly Entry[], batch: string): boolean {
  const own = writes.filter((write) => write.batch === batch);
  const last = Math.max(...own.map(({ date }) => date.getTime()));
  const isAdded = own.some(({ action }) => action === "insert");
  return writes.some((write) => write.batch !== batch && (isAdded || write.date.getTime() >= last));
}

/** @param kinds in the order in which records are added; `noted`: imports that are no records */
export function createUndo(
  { database, clock }: Pick<Context, "database" | "clock">,
  kinds: readonly UndonePart[],
  noted: readonly NotedKind[],
): Undo {
  const parts = new Map(kinds.map((kind) => [kind.definition.entity as string, kind]));
  const since = () => new Date(clock.now().getTime() - UNDO_DAYS * DAY_MS);

  /** The writes of people to the records of a batch, oldest first. */
  async function writesOf(clientId: string, batch: string): Promise<Map<string, Entry[]>> {
    const own = and(
      eq(auditEntries.clientId, clientId),
      eq(auditEntries.batch, batch),
      gte(auditEntries.date, since()),
    );
    const ids = database.select({ id: auditEntries.recordId }).from(auditEntries).where(own);
    const all = await database
      .select()
      .from(auditEntries)
      .where(
        and(eq(auditEntries.clientId, clientId), inArray(auditEntries.recordId, ids), isNotNull(auditEntries.userId)),
      )
      .orderBy(asc(auditEntries.date), asc(auditEntries._id));
    return Map.groupBy(all, ({ recordId }) => recordId);
  }

  async function takeBack(caller: Caller, { definition, records }: UndonePart, writes: readonly Entry[], own: Ids) {
    const [first] = writes;
    if (first?.action === "insert") {
      // A deletion would take along what people added to the record since.
      const { records: others, counted } = await dependentsOf(database, definition.table, [first.recordId]);
      if (counted > 0 || others.some(({ record }) => !own.has(String(record._id)))) throw problems.inUse("dependents");
      await records.remove(caller, first.recordId);
      return;
    }
    const fields: Record<string, unknown> = {};
    for (const { field, before } of writes.flatMap(({ changes }) => changes))
      if (field in definition.fields.shape && !(field in fields)) fields[field] = before;
    const { matchedCount } = await records.update(caller, { ...fields, _id: first?.recordId });
    if (matchedCount === 0) throw problems.notFound();
  }

  return {
    async list(caller, clientId) {
      if (!caller.clients.has(clientId)) throw problems.notFound("client");
      const rows = await database
        .select({
          batch: auditEntries.batch,
          userName: auditEntries.userName,
          entity: auditEntries.entity,
          action: auditEntries.action,
          count: count(),
          date: max(auditEntries.date),
        })
        .from(auditEntries)
        .where(and(eq(auditEntries.clientId, clientId), isNotNull(auditEntries.batch), gte(auditEntries.date, since())))
        .groupBy(auditEntries.batch, auditEntries.userName, auditEntries.entity, auditEntries.action)
        .orderBy(desc(max(auditEntries.date)));
      const undone = new Set(rows.map(({ batch }) => batch));
      const groups = Map.groupBy(
        rows.filter(({ batch }) => batch !== null && !batch.endsWith(undoOf(""))),
        ({ batch }) => batch ?? "",
      );
      const records = [...groups].flatMap(([batch, all]): ImportBatch[] => {
        const seen = all.filter(({ entity }) => {
          const access = parts.get(entity)?.definition.calls.getByClient.access ?? null;
          return parts.has(entity) && mayOnClient(caller, access, clientId);
        });
        const [first] = seen;
        if (!first?.date) return [];
        const sum = (action: Entry["action"]) =>
          seen.reduce((total, one) => total + (one.action === action ? one.count : 0), 0);
        return [
          {
            _id: batch,
            date: first.date.toISOString(),
            userName: first.userName,
            entities: [...new Set(seen.map(({ entity }) => entity))],
            inserted: sum("insert"),
            changed: sum("update"),
            undone: undone.has(undoOf(batch)),
          },
        ];
      });
      const others = await notedBatches(database, { caller, clientId, kinds: noted, since: since() });
      return [...records, ...others].sort((one, other) => (one.date < other.date ? 1 : -1));
    },

    async step(caller, { clientId, batch }) {
      if (!caller.clients.has(clientId)) throw problems.notFound("client");
      const others = await takeBackParts(database, { caller, clientId, batch, kinds: noted, at: clock.now() });
      if (others.undone + others.kept.length > 0) {
        const refused = others.kept.map((one) => ({ ...one, ...changedSince }));
        return { undone: others.undone, left: others.left, refused };
      }
      const records = await writesOf(clientId, batch);
      const open = [...records.values()]
        .filter((writes) => !writes.some((write) => write.batch === undoOf(batch)))
        .map((writes) => ({
          own: writes.filter((write) => write.batch === batch),
          isChanged: isChanged(writes, batch),
        }));
      const refused: UndoReply["refused"] = [];
      const refuse = ([write]: readonly Entry[], reason: { id: string; message: string }) => {
        const named = write?.changes.find(({ field }) => field === "name")?.after;
        const { entity = "", recordId = "" } = write ?? {};
        refused.push({ entity, recordId, name: typeof named === "string" ? named : recordId, ...reason });
      };
      for (const one of open) if (one.isChanged) refuse(one.own, changedSince);
      // Parts before what they are parts of: kinds are in the order in which records are added.
      const order = [...parts.keys()];
      const rank = (own: readonly Entry[]) => order.indexOf(own[0]?.entity ?? "");
      const pending = open
        .flatMap((one) => (one.isChanged ? [] : [one.own]))
        .sort((one, other) => rank(other) - rank(one));
      const ids = new Set(records.keys());
      let undone = 0;
      for (const own of pending.slice(0, STEP)) {
        const part = parts.get(own[0]?.entity ?? "");
        try {
          if (!part) throw problems.notFound();
          await takeBack({ ...caller, batch: undoOf(batch) }, part, own, ids);
          undone++;
        } catch (error) {
          if (!(error instanceof HttpProblem)) throw error;
          refuse(own, { id: error.given.id, message: error.given.detail });
        }
      }
      return { undone, left: undone > 0 ? Math.max(0, pending.length - STEP) : 0, refused };
    },
  };
}
