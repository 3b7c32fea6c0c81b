import { randomUUID } from "node:crypto";
import type { Access } from "@lamina/shared/access/rights";
import type { ImportReply } from "@lamina/shared/calls/views/field-records";
import type * as z from "zod";
import type { Context } from "../core/context.ts";
import type { Database } from "../core/database/open.ts";
import { recordChanged } from "../core/record-changed.ts";
import { type JsonRecord, toJson } from "../core/serialize.ts";
import { type Caller, mayOnClient } from "../http/caller.ts";
import { problems } from "../http/problem.ts";
import type { Concerns } from "../http/router.ts";
import { auditReasons } from "./audit/text.ts";
import { auditAll } from "./audit/write.ts";
import { merge, requireVersion, versionAfter } from "./change.ts";
import type { RecordChange, RecordDefinition } from "./definition.ts";
import { dependentsOf } from "./dependents.ts";
import { type ImportRequest, importRecords } from "./import.ts";
import { requireUnneeded } from "./in-use.ts";
import { dropLeftovers, LEAVES_NAMES } from "./leftovers.ts";
import { createLookups } from "./lookups.ts";
import { createRecordStore } from "./store.ts";
import { writeOnce } from "./write-keys.ts";
import { createRecordWriter } from "./writer.ts";

/**
 * The five calls of an entity: limited to the caller's clients and rights, validated, audited, published to other rooms.
 * `concerns` is called with the client of what was read or changed.
 */
export interface Records {
  /** @throws HttpProblem 404 for a client that the caller may not see */
  list(caller: Caller, clientId: string, concerns?: Concerns): Promise<JsonRecord[]>;
  /** @throws HttpProblem 404 */
  get(caller: Caller, id: string, concerns?: Concerns): Promise<JsonRecord>;
  /**
   * Adds a record. The same key adds nothing again and gets the same answer.
   * @throws HttpProblem 400, 403, 404 for the client, 422 for a key that was used for another record
   */
  insert(caller: Caller, record: JsonRecord, key?: string, concerns?: Concerns): Promise<JsonRecord>;
  /**
   * Changes the given fields; null empties one. Matches 0 when the caller sees no such record.
   * @throws HttpProblem 400, 403, 409 when `updatedAt` is given and differs from the record's
   */
  update(caller: Caller, change: JsonRecord, concerns?: Concerns): Promise<{ matchedCount: number }>;
  /** @throws HttpProblem 403, 404, 409 when other records require it */
  remove(caller: Caller, id: string, concerns?: Concerns): Promise<{ deletedCount: number }>;
}

/** The calls of an entity with imports. */
interface ImportedRecords extends Records {
  /**
   * Adds the valid rows of a file and reports the others. The same key adds nothing again and gets the same answer.
   * @throws HttpProblem 403, 404 for the client, 422 for a key that was used for other rows
   */
  import(caller: Caller, request: ImportRequest, access: Access | null): Promise<ImportReply>;
}

export function createRecords<Fields extends z.ZodObject>(
  definition: RecordDefinition<Fields>,
  context: Pick<Context, "database" | "clock" | "events">,
): ImportedRecords {
  const { database, clock } = context;
  const { entity, calls, fields, notFound, table } = definition;
  const store = createRecordStore(definition);
  const writer = createRecordWriter(definition, context);

  function requireRight(caller: Caller, access: Access | null, clientId: string): void {
    if (!caller.clients.has(clientId)) throw problems.notFound("client");
    if (!mayOnClient(caller, access, clientId)) throw problems.forbidden();
  }

  /** An insertion at the current time. */
  function newChange(transaction: Database, caller: Caller, clientId: string): RecordChange {
    const lookups = createLookups();
    return { transaction, caller, clientId, recordId: randomUUID(), date: clock.now(), lookups };
  }

  async function add(change: RecordChange, record: JsonRecord): Promise<RecordChange> {
    const own = await writer.checked(record, change);
    const [added = change] = await writer.store([{ change, own }]);
    await store.requireOwn(change.transaction, change.caller, added);
    return added;
  }

  return {
    async list(caller, clientId, concerns) {
      requireRight(caller, calls.getByClient.access, clientId);
      concerns?.(clientId);
      return (await store.list(database, caller, clientId)).map(toJson);
    },

    async get(caller, id, concerns) {
      const row = await store.find(database, caller, id);
      if (row === undefined) throw problems.notFound(notFound);
      requireRight(caller, calls.getById.access, row.clientId);
      concerns?.(row.clientId);
      return toJson(row);
    },

    async insert(caller, record, key, concerns) {
      const clientId = String(record.clientId);
      requireRight(caller, calls.insert.access, clientId);
      concerns?.(clientId);
      return writer.write(async (transaction) => {
        const change = newChange(transaction, caller, clientId);
        const changes: RecordChange[] = [];
        const make = async (): Promise<JsonRecord> => {
          const added = await add(change, record);
          changes.push(added);
          return added.after ?? {};
        };
        if (key === undefined) return { result: await make(), changes };
        const keyed = { clientId, entity, key, caller, body: record, now: change.date };
        return { result: await writeOnce(transaction, keyed, make), changes };
      });
    },

    async update(caller, given, concerns) {
      const matchedCount = await writer.write(async (transaction) => {
        // A lock that does not block writes of records with references to this one.
        const row = await store.find(transaction, caller, String(given._id), "no key update");
        if (row === undefined) return { result: 0, changes: [] };
        const { _id: recordId, clientId } = row;
        requireRight(caller, calls.update.access, clientId);
        concerns?.(clientId);
        const before = toJson(row);
        await store.requireOwn(transaction, caller, { recordId, clientId });
        requireVersion(row, given, before);
        const date = versionAfter(row, clock.now());
        const change: RecordChange = { ...newChange(transaction, caller, clientId), recordId, date, before };
        const own = await writer.checked(merge(fields, before, given, definition.alternatives), change);
        const after = await store.update(transaction, recordId, { ...emptied(fields), ...own, updatedAt: date });
        await store.requireOwn(transaction, caller, change);
        const isMoved = definition.farmFrom !== undefined && before[definition.farmFrom] !== after[definition.farmFrom];
        const others = isMoved && LEAVES_NAMES.includes(entity) ? await dropLeftovers(change) : [];
        return { result: 1, changes: [{ ...change, after: toJson(after) }], others };
      });
      return { matchedCount };
    },

    async remove(caller, id, concerns) {
      const deletedCount = await writer.write(async (transaction) => {
        const row = await store.find(transaction, caller, id, "update");
        if (row === undefined) throw problems.notFound(notFound);
        const { _id: recordId, clientId } = row;
        requireRight(caller, calls.remove.access, clientId);
        concerns?.(clientId);
        await store.requireOwn(transaction, caller, { recordId, clientId });
        const withNames = caller.clients.get(clientId)?.farmIds.length === 0;
        await requireUnneeded(transaction, recordId, { neededBy: definition.neededBy, withNames });
        const dependents = await dependentsOf(transaction, table, [recordId]);
        await transaction.delete(table).where(store.byId(recordId));
        const change = { ...newChange(transaction, caller, clientId), recordId, before: toJson(row) };
        const leftovers = LEAVES_NAMES.includes(entity) ? await dropLeftovers(change) : [];
        await auditAll(
          transaction,
          dependents.records.map(({ entity: kind, record: before }) => ({
            ...{ author: caller, date: change.date, clientId, entity: kind, recordId: String(before._id), before },
            reason: auditReasons.wentAlong,
          })),
        );
        const wentAlong = dependents.records.map(({ entity: kind, record: before }) =>
          recordChanged(kind, { clientId, recordId: String(before._id), before }),
        );
        const others = [...wentAlong, ...leftovers];
        return { result: 1 + dependents.records.length + dependents.counted, changes: [change], others };
      });
      return { deletedCount };
    },

    async import(caller, request, access) {
      const { clientId, key, rows } = request;
      requireRight(caller, access, clientId);
      return writer.write(async (transaction) => {
        const change = newChange(transaction, caller, clientId);
        const keyed = { clientId, entity, key, caller, body: rows, now: change.date };
        const changes: RecordChange[] = [];
        const result = await writeOnce(transaction, keyed, async () => {
          const { reply, added } = await importRecords(definition, { store, writer }, change, rows);
          changes.push(...added);
          return reply;
        });
        return { result, changes };
      });
    },
  };
}

const emptied = (fields: z.ZodObject) => Object.fromEntries(Object.keys(fields.shape).map((field) => [field, null]));
