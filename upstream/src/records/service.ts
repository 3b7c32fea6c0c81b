import { randomUUID } from "node:crypto";
import type { Access } from "@lamina/shared/rights";
import type * as z from "zod";
import type { Context } from "../core/context.ts";
import type { Database } from "../core/database/open.ts";
import { violationOf } from "../core/database/violations.ts";
import { toWire, type WireRecord } from "../core/wire.ts";
import { type Caller, mayOnClient } from "../http/caller.ts";
import { problems } from "../http/problem.ts";
import { validate } from "../http/validation.ts";
import { audit } from "./audit/write.ts";
import { merge, requireVersion, versionAfter } from "./change.ts";
import type { RecordChange, RecordDefinition } from "./definition.ts";
import { missingReferences } from "./references.ts";
import { createRecordStore } from "./store.ts";

/** The five calls of an entity: scoped to the caller's clients and rights, checked, audited, told to other modules. */
export interface Records {
  /** @throws HttpProblem 404 for a client that the caller does not see */
  list(caller: Caller, clientId: string): Promise<WireRecord[]>;
  /** @throws HttpProblem 404 */
  get(caller: Caller, id: string): Promise<WireRecord>;
  /**
   * Adds a record, under the given id where the program itself adds it.
   * @throws HttpProblem 400, 403, 404 for the client
   */
  insert(caller: Caller, record: WireRecord, _id?: string): Promise<WireRecord>;
  /**
   * Changes the fields that are given; null empties one. 0 matched: there is no such record for this caller.
   * @throws HttpProblem 400, 403, 409 when `updatedAt` is given and is not the record's
   */
  update(caller: Caller, change: WireRecord): Promise<{ matchedCount: number }>;
  /** @throws HttpProblem 403, 404, 409 when other records need it */
  remove(caller: Caller, id: string): Promise<{ deletedCount: number }>;
}

export function createRecords<Fields extends z.ZodObject>(
  definition: RecordDefinition<Fields>,
  { database, clock, events }: Context,
): Records {
  const { calls, fields, notFound, table } = definition;
  const entity = calls.getById.path.split("/")[1] ?? "";
  const store = createRecordStore(definition);

  function requireRight(caller: Caller, access: Access | null, clientId: string): void {
    if (!caller.clients.has(clientId)) throw problems.notFound("Cliente não encontrado.");
    if (!mayOnClient(caller, access, clientId)) throw problems.forbidden();
  }

  /** The fields of a record, valid by themselves and by the rules, with what follows from them. */
  async function checked(record: WireRecord, change: RecordChange): Promise<WireRecord> {
    const own = validate(fields, record);
    const errors = [
      ...(await missingReferences(definition, own, change)),
      ...((await definition.check?.(own, change)) ?? []),
    ];
    if (errors.length > 0) throw problems.validation(errors);
    return { ...own, ...(await definition.derive?.(own, change)) };
  }

  /** Makes a write in a transaction with its hook and its audit entry, and tells other modules once it is committed. */
  async function write(work: (transaction: Database) => Promise<RecordChange | undefined>) {
    const change = await database.transaction(async (transaction) => {
      const done = await blaming(definition, () => work(transaction));
      if (done === undefined) return undefined;
      await definition.changed?.(done);
      const { caller: author, clientId, recordId, date, before, after } = done;
      await audit(transaction, { author, date, clientId, entity, recordId, before, after });
      return done;
    });
    if (change === undefined) return undefined;
    const { clientId, recordId, before, after } = change;
    await events.emit("record", { clientId, entity, recordId, ...(before && { before }), ...(after && { after }) });
    await definition.committed?.(change, events);
    return change;
  }

  return {
    async list(caller, clientId) {
      requireRight(caller, calls.getByClient.access, clientId);
      return (await store.list(database, caller, clientId)).map(toWire);
    },

    async get(caller, id) {
      const row = await store.find(database, caller, id);
      if (row === undefined) throw problems.notFound(notFound);
      requireRight(caller, calls.getById.access, row.clientId);
      return toWire(row);
    },

    async insert(caller, record, _id = randomUUID()) {
      const clientId = String(record.clientId);
      requireRight(caller, calls.insert.access, clientId);
      const change = await write(async (transaction) => {
        const date = clock.now();
        const change: RecordChange = { transaction, caller, clientId, recordId: _id, date };
        const own = await checked(record, change);
        const values = { ...own, _id, clientId, createdAt: date, updatedAt: date };
        const row = await store.insert(transaction, values);
        await store.requireVisible(transaction, caller, row);
        return { ...change, after: toWire(row) };
      });
      return change?.after ?? {};
    },

    async update(caller, given) {
      const change = await write(async (transaction) => {
        const row = await store.find(transaction, caller, String(given._id), "update");
        if (row === undefined) return undefined;
        const { _id: recordId, clientId } = row;
        requireRight(caller, calls.update.access, clientId);
        const before = toWire(row);
        requireVersion(row, given, before);
        const date = versionAfter(row, clock.now());
        const change: RecordChange = { transaction, caller, clientId, recordId, date, before };
        const own = await checked(merge(fields, before, given), change);
        const after = await store.update(transaction, recordId, { ...emptied(fields), ...own, updatedAt: date });
        await store.requireVisible(transaction, caller, after);
        return { ...change, after: toWire(after) };
      });
      return { matchedCount: change === undefined ? 0 : 1 };
    },

    async remove(caller, id) {
      await write(async (transaction) => {
        const row = await store.find(transaction, caller, id, "update");
        if (row === undefined) throw problems.notFound(notFound);
        const { _id: recordId, clientId } = row;
        requireRight(caller, calls.remove.access, clientId);
        await transaction.delete(table).where(store.byId(recordId));
        return { transaction, caller, clientId, recordId, date: clock.now(), before: toWire(row) };
      });
      return { deletedCount: 1 };
    },
  };
}

const emptied = (fields: z.ZodObject) => Object.fromEntries(Object.keys(fields.shape).map((field) => [field, null]));

/** Turns a broken constraint into the error of its field, or of the record that others need. */
async function blaming<Result>(definition: RecordDefinition, write: () => PromiseLike<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    const violation = violationOf(error);
    const field = violation && definition.unique?.[violation.constraint];
    if (field !== undefined) throw problems.validation([{ field, id: "unique", message: "Já está em uso." }]);
    if (violation?.kind === "foreign-key") throw problems.inUse(definition.inUse ?? "Outros registros dependem deste.");
    throw error;
  }
}
