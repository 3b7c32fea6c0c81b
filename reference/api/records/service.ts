import { randomUUID } from "node:crypto";
import type { Access } from "@lamina/shared/access/rights";
import type { ImportPreviewReply, ImportReply } from "@lamina/shared/calls/views/field-records";
import type * as z from "zod";
import type { Context } from "../core/context.ts";
import { inTurn } from "../core/database/in-turn.ts";
import type { Database } from "../core/database/open.ts";
import { rolledBack } from "../core/database/rolled-back.ts";
import { recordChanged } from "../core/record-changed.ts";
import { type JsonRecord, toJson } from "../core/serialize.ts";
import { type Caller, mayOnClient } from "../http/caller.ts";
import { problems } from "../http/problem.ts";
import type { Concerns } from "../http/router.ts";
import { auditReasons } from "./audit/text.ts";
import { auditAll } from "./audit/write.ts";
import type { RecordChange, RecordDefinition } from "./definition.ts";
import { archive, isKept } from "./deleted/archive.ts";
import { dependentsOf } from "./dependents.ts";
import { type ImportRequest, importRecords, insertionsOf, lockInsertions } from "./import.ts";
import { requireUnneeded } from "./in-use.ts";
import { dropLeftovers, LEAVES_NAMES } from "./leftovers.ts";
import { createLookups } from "./lookups.ts";
import { requireRoom } from "./quotas/quotas.ts";
import { differing, isRepeated } from "./repeats.ts";
import { createRecordStore } from "./store.ts";
import { changeRecord } from "./update.ts";
import { writeOnce } from "./write-keys.ts";
import { createRecordWriter } from "./writer.ts";

/**
 * The five calls of an entity: limited to the caller's clients and rights, validated, audited, published to other rooms.
 * `concerns` is called with the client of what was read or changed.
 */
export interface Records {
  /** @throws HttpProblem 404 for a client that the caller may not see */
  list(caller: Caller, clientId: string, concerns?: Concerns): Promise<JsonRecord[]>;
  get(caller: Caller, id: string, concerns?: Concerns): Promise<JsonRecord>;
  /**
   * Adds a record. The same key adds nothing again and gets the same answer; a record that is stored already is answered
   * as it is stored.
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
   * Adds the new rows of a file, changes the records of edited ones, and reports the invalid ones. The same key writes
   * nothing again and gets the same answer.
   * @throws HttpProblem 403, 404 for the client, 422 for a key that was used for other rows
   */
  import(caller: Caller, request: ImportRequest, access: Access | null): Promise<ImportReply>;
  /**
   * Adds rows that belong together, all or none. The same key and body write nothing again and get the same answer.
   * @throws HttpProblem 400 with the errors of its rows, 403, 404 for the client, 422 for a key that was used for another body
   */
  importWhole(caller: Caller, request: WholeImport, access: Access | null): Promise<ImportReply>;
  /** What an import would answer; stores nothing. @throws HttpProblem 403, 404 for the client */
  preview(caller: Caller, request: Omit<ImportRequest, "key">, access: Access | null): Promise<ImportPreviewReply>;
}

/** `body`: as sent, before the rows were derived from it. */
type KeyedImport = Omit<ImportRequest, "key"> & { key: string | undefined; body: unknown };
/** `about`: what an error says of the row with this index, because the caller knows no rows. */
type WholeImport = KeyedImport & { about(index: number): Record<string, unknown> };

export function createRecords<Fields extends z.ZodObject>(
  definition: RecordDefinition<Fields>,
  context: Pick<Context, "database" | "clock" | "events">,
): ImportedRecords {
  const { database, clock } = context;
  const { entity, calls, notFound, table, repeats } = definition;
  const store = createRecordStore(definition);
  const writer = createRecordWriter(definition, context);
  const parts = { store, writer };

  function requireRight(caller: Caller, access: Access | null, clientId: string): void {
    if (!caller.clients.has(clientId)) throw problems.notFound("client");
    if (!mayOnClient(caller, access, clientId)) throw problems.forbidden();
  }

  function newChange(transaction: Database, caller: Caller, clientId: string): RecordChange {
    const lookups = createLookups();
    return { transaction, caller, clientId, recordId: randomUUID(), date: clock.now(), lookups };
  }

  /** One insertion of a kind and client after the other, where a record must be stored once. */
  const inLine = <Result>(clientId: string, write: () => Promise<Result>): Promise<Result> =>
    repeats ? inTurn(database, insertionsOf(entity, clientId), write) : write();

  /** The stored record, and what was written: nothing for a record that is stored already. */
  async function add(
    change: RecordChange,
    record: JsonRecord,
  ): Promise<{ after: JsonRecord; written: RecordChange[] }> {
    if (repeats) await lockInsertions(change, definition);
    const values = await writer.checked(record, change);
    const existing = await storedAlready(change, values);
    if (existing) return completed(change, record, existing);
    const of = { table, clientId: table.clientId };
    if (!repeats) await requireRoom(change.transaction, of, { clientId: change.clientId, added: 1 });
    const [added = change] = await writer.store([{ change, values }]);
    await store.requireOwn(change.transaction, change.caller, added);
    return { after: added.after ?? {}, written: [added] };
  }

  async function storedAlready({ transaction }: RecordChange, values: JsonRecord): Promise<JsonRecord | undefined> {
    const alike = (await repeats?.alike(transaction, [values])) ?? [];
    return repeats && alike.find((one) => isRepeated(repeats, values, one, false));
  }

  /** A repetition adds what the stored record lacks, such as a note. */
  async function completed(change: RecordChange, record: JsonRecord, existing: JsonRecord) {
    const missing = Object.keys(definition.fields.shape).filter((field) => field in table && existing[field] == null);
    const more = differing(record, existing, missing);
    if (Object.keys(more).length === 0 || !mayOnClient(change.caller, calls.update.access, change.clientId))
      return { after: existing, written: [] };
    const written = await changeRecord(definition, parts, { ...change, recordId: String(existing._id) }, more);
    return { after: written.after, written: [written] };
  }

  /** @param check of the answer, before anything is committed */
  async function importOnce(
    caller: Caller,
    { clientId, key, rows, body }: KeyedImport,
    access: Access | null,
    check: (reply: ImportReply) => void = () => {},
  ): Promise<ImportReply> {
    requireRight(caller, access, clientId);
    const write = async (transaction: Database) => {
      const change = newChange(transaction, caller, clientId);
      const changes: RecordChange[] = [];
      const make = async (): Promise<ImportReply> => {
        const imported = await importRecords(definition, parts, change, rows);
        check(imported.reply);
        changes.push(...imported.changes);
        return imported.reply;
      };
      if (key === undefined) return { result: await make(), changes };
      const keyed = { clientId, entity, key, caller, body, now: change.date };
      return { result: await writeOnce(transaction, keyed, make), changes };
    };
    return inLine(clientId, () => writer.write(write));
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
      const write = async (transaction: Database) => {
        const change = newChange(transaction, caller, clientId);
        const changes: RecordChange[] = [];
        const make = async (): Promise<JsonRecord> => {
          const { after, written } = await add(change, record);
          changes.push(...written);
          return after;
        };
        if (key === undefined) return { result: await make(), changes };
        const keyed = { clientId, entity, key, caller, body: record, now: change.date };
        return { result: await writeOnce(transaction, keyed, make), changes };
      };
      return inLine(clientId, () => writer.write(write));
    },

    async update(caller, record, concerns) {
      const matchedCount = await writer.write(async (transaction) => {
        const row = await store.find(transaction, caller, String(record._id));
        if (row === undefined) return { result: 0, changes: [] };
        const { _id: recordId, clientId } = row;
        requireRight(caller, calls.update.access, clientId);
        concerns?.(clientId);
        const base = { ...newChange(transaction, caller, clientId), recordId };
        const change = await changeRecord(definition, parts, base, record);
        const { before, after } = change;
        const isMoved = definition.farmFrom !== undefined && before[definition.farmFrom] !== after[definition.farmFrom];
        const others = isMoved && LEAVES_NAMES.includes(entity) ? await dropLeftovers(change) : [];
        return { result: 1, changes: [change], others };
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
        await definition.requireFree?.({ transaction, recordId });
        const dependents = await dependentsOf(transaction, table, [recordId]);
        const change = { ...newChange(transaction, caller, clientId), recordId, before: toJson(row) };
        const count = dependents.records.length + dependents.counted;
        const kept = isKept(definition) && { deletionId: await archive(definition, change, count) };
        await transaction.delete(table).where(store.byId(recordId));
        const leftovers = LEAVES_NAMES.includes(entity) ? await dropLeftovers({ ...change, ...kept }) : [];
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
        return { result: 1 + count, changes: [change], others };
      });
      return { deletedCount };
    },

    import: (caller, { batch, ...request }, access) =>
      importOnce({ ...caller, batch }, { ...request, body: request.rows }, access),

    importWhole: (caller, request, access) =>
      importOnce(caller, request, access, ({ errors }) => {
        if (errors.length === 0) return;
        throw problems.validation(errors.map(({ row, ...error }) => ({ ...error, ...request.about(row - 1) })));
      }),

    async preview(caller, { clientId, rows }, access) {
      requireRight(caller, access, clientId);
      const look = async (transaction: Database) => {
        const change = newChange(transaction, caller, clientId);
        const { reply, conflicts } = await importRecords(definition, parts, change, rows);
        return { ...reply, conflicts: await conflicts() };
      };
      return inLine(clientId, () => rolledBack(database, look));
    },
  };
}
