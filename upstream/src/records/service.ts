import { randomUUID } from "node:crypto";
import type { Access } from "@lamina/shared/rights";
import type * as z from "zod";
import { audit, type WireRecord } from "../audit/write.ts";
import type { Clock } from "../clock.ts";
import type { Database } from "../database/open.ts";
import { violationOf } from "../database/violations.ts";
import { problems } from "../http/problem.ts";
import { validate } from "../http/validation.ts";
import { type Caller, mayOnClient } from "../identity/caller.ts";
import { merge, requireVersion, versionAfter } from "./change.ts";
import type { RecordChange, RecordDefinition } from "./definition.ts";
import { missingReferences } from "./references.ts";
import { createRecordStore, type Row } from "./store.ts";
import { toWire } from "./wire.ts";

/** The five calls of an entity: scoped to the caller's clients and rights, checked, audited. */
export interface Records {
  /** @throws HttpProblem 404 for a client that the caller does not see */
  list(caller: Caller, clientId: string): Promise<WireRecord[]>;
  /** @throws HttpProblem 404 */
  get(caller: Caller, id: string): Promise<WireRecord>;
  /** @throws HttpProblem 400, 403, 404 (client) */
  insert(caller: Caller, record: WireRecord): Promise<WireRecord>;
  /**
   * Changes the fields that are given; null empties one. 0 matched: there is no such record for this caller.
   * @throws HttpProblem 400, 403, 409 when `updatedAt` is given and is not the record's
   */
  update(caller: Caller, change: WireRecord): Promise<{ matchedCount: number }>;
  /** @throws HttpProblem 403, 404, 409 when other records need it */
  remove(caller: Caller, id: string): Promise<{ deletedCount: number }>;
}

export interface RecordsOptions {
  database: Database;
  clock: Clock;
}

export function createRecords<Fields extends z.ZodObject>(
  definition: RecordDefinition<Fields>,
  { database, clock }: RecordsOptions,
): Records {
  const { calls, fields, notFound, table } = definition;
  const entity = calls.getById.path.split("/")[1] ?? "";
  const store = createRecordStore(definition);

  function requireRight(caller: Caller, access: Access | null, clientId: string): void {
    if (!caller.clients.has(clientId)) throw problems.notFound("Cliente não encontrado.");
    if (!mayOnClient(caller, access, clientId)) throw problems.forbidden();
  }

  /** What every write ends with: rules, the hook, and the note of who did it. */
  async function finish(change: RecordChange, row: Row, date: Date): Promise<void> {
    await definition.changed?.(change);
    const { transaction, caller, clientId, before, after } = change;
    await audit(transaction, {
      author: caller,
      date,
      clientId,
      entity,
      recordId: row._id,
      ...(before && { before }),
      ...(after && { after }),
    });
  }

  /** The own fields of a record, valid by themselves and by the rules. */
  async function checked(record: WireRecord, change: RecordChange): Promise<z.output<Fields>> {
    const own = validate(fields, record);
    const errors = [
      ...(await missingReferences(definition, own, change)),
      ...((await definition.check?.(own, change)) ?? []),
    ];
    if (errors.length > 0) throw problems.validation(errors);
    return own;
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

    async insert(caller, record) {
      const clientId = String(record.clientId);
      requireRight(caller, calls.insert.access, clientId);
      return database.transaction(async (transaction) => {
        const change: RecordChange = { transaction, caller, clientId };
        const own = await checked(record, change);
        const now = clock.now();
        const row = await blaming(definition, () =>
          store.insert(transaction, { ...own, _id: randomUUID(), clientId, createdAt: now, updatedAt: now }),
        );
        await store.requireVisible(transaction, caller, row);
        const after = toWire(row);
        await finish({ ...change, after }, row, now);
        return after;
      });
    },

    async update(caller, given) {
      return database.transaction(async (transaction) => {
        const row = await store.find(transaction, caller, String(given._id), "update");
        if (row === undefined) return { matchedCount: 0 };
        requireRight(caller, calls.update.access, row.clientId);
        const before = toWire(row);
        requireVersion(row, given, before);
        const change: RecordChange = { transaction, caller, clientId: row.clientId, before };
        const own = await checked(merge(fields, before, given), change);
        const now = versionAfter(row, clock.now());
        const changed = await blaming(definition, () =>
          store.update(transaction, row._id, { ...emptied(fields), ...own, updatedAt: now }),
        );
        await store.requireVisible(transaction, caller, changed);
        await finish({ ...change, after: toWire(changed) }, row, now);
        return { matchedCount: 1 };
      });
    },

    async remove(caller, id) {
      return database.transaction(async (transaction) => {
        const row = await store.find(transaction, caller, id, "update");
        if (row === undefined) throw problems.notFound(notFound);
        requireRight(caller, calls.remove.access, row.clientId);
        await blaming(definition, () => transaction.delete(table).where(store.byId(row._id)));
        await finish({ transaction, caller, clientId: row.clientId, before: toWire(row) }, row, clock.now());
        return { deletedCount: 1 };
      });
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
    if (violation?.kind === "foreign-key") throw problems.inUse("Outros registros dependem deste.");
    throw error;
  }
}
