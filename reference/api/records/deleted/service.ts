import { type DeletedRecord, RESTORE_DAYS, type RestoreReply } from "@lamina/shared/calls/views/deletions";
import { DAY_MS } from "@lamina/shared/core/time";
import type { BrokenRule } from "@lamina/shared/rules/rule";
import { and, desc, eq, getTableName, gte, sql } from "drizzle-orm";
import type { Context } from "../../core/context.ts";
import type { Database } from "../../core/database/open.ts";
import { violationOf } from "../../core/database/violations.ts";
import { type RecordChanged, recordChanged } from "../../core/record-changed.ts";
import { type JsonRecord, toJson } from "../../core/serialize.ts";
import { type Caller, mayOnClient } from "../../http/caller.ts";
import { problems } from "../../http/problem.ts";
import { deletedRows, deletions } from "../../schema/deletions.ts";
import { auditReasons } from "../audit/text.ts";
import { auditAll } from "../audit/write.ts";
import type { RecordDefinition } from "../definition.ts";
import { dropLeftovers } from "../leftovers.ts";
import { createLookups } from "../lookups.ts";
import { createRecordWriter } from "../writer.ts";
import { fixAgain } from "./fixes.ts";
import { type Deletion, insertAgain, isNameTaken, linkAgain } from "./restore.ts";

/** Deleted records that can be restored. */
export interface Deleted {
  /** Deletions of the last days, newest first, that the caller may undo. @throws HttpProblem 404 for the client */
  list(caller: Caller, clientId: string): Promise<DeletedRecord[]>;
  /**
   * Restores a record with all that went along, as one act. `name`: another name for it.
   * @throws HttpProblem 404, 403, 409 with what hinders it
   */
  restore(caller: Caller, request: { clientId: string; _id: string; name?: string | undefined }): Promise<RestoreReply>;
}

/** Deleted and restored by number, as they are when they are deleted (`dependents.ts`). */
const COUNTED = ["Watering", "Rain"];

export function createDeleted(
  context: Pick<Context, "database" | "clock" | "events">,
  definitions: readonly RecordDefinition[],
): Deleted {
  const { database, clock } = context;
  const parts = new Map(definitions.map((definition) => [definition.entity as string, definition]));
  const uniqueFields: Readonly<Record<string, string>> = Object.assign({}, ...definitions.map(({ unique }) => unique));
  const since = () => new Date(clock.now().getTime() - RESTORE_DAYS * DAY_MS);

  const mayRestore = (caller: Caller, { entity, clientId, farmId }: Deletion): boolean => {
    const definition = parts.get(entity);
    const farmIds = caller.clients.get(clientId)?.farmIds ?? [];
    return (
      definition !== undefined &&
      [definition.calls.remove, definition.calls.insert].every(({ access }) => mayOnClient(caller, access, clientId)) &&
      (farmIds.length === 0 || (farmId !== null && farmIds.includes(farmId)))
    );
  };

  /** The records among the restored rows, by entity. */
  async function restoredRecords(transaction: Database, { _id }: Deletion) {
    const found: { entity: RecordDefinition["entity"]; record: JsonRecord; isCounted: boolean }[] = [];
    for (const { entity, table } of definitions) {
      const ids = sql`(select d.row->>'_id' from ${deletedRows} d
        where d.deletion_id = ${_id} and d.kind = 'row' and d.table = ${getTableName(table)})`;
      const rows: JsonRecord[] = await transaction.select().from(table).where(sql`${table._id} in ${ids}`);
      const isCounted = COUNTED.includes(entity);
      found.push(...rows.map((row) => ({ entity, record: toJson(row), isCounted })));
    }
    return found;
  }

  async function restoreIn(transaction: Database, caller: Caller, deletion: Deletion, name: string | undefined) {
    const { clientId, recordId, entity, _id } = deletion;
    const definition = parts.get(entity);
    if (!definition) throw problems.notFound();
    const date = clock.now();
    const refuse = (rules: readonly BrokenRule[]) => {
      if (rules.length > 0) throw problems.notRestored(rules);
    };
    const { table } = definition;
    const change = { transaction, caller, clientId, recordId, date, lookups: createLookups() };
    const refuseBeside = async () => {
      const [row]: JsonRecord[] = await transaction.select().from(table).where(eq(table._id, recordId));
      refuse((row && (await definition.beside?.(toJson(row), change))) ?? []);
    };
    // Before the days of a season, which are those of its sector and may exist by now.
    const inserted = async (into: string) => void (into === getTableName(table) && (await refuseBeside()));
    refuse(await insertAgain(transaction, deletion, inserted));
    if (name !== undefined && "name" in table)
      await transaction.execute(sql`update ${table} set name = ${name} where _id = ${recordId}`);
    if (await isNameTaken(transaction, deletion, getTableName(table))) refuse([{ field: "name", id: "unique" }]);
    await linkAgain(transaction, deletion);
    const fixed = await fixAgain(change, _id);
    const leftovers = await dropLeftovers(change);
    const restored = await restoredRecords(transaction, deletion);
    await refuseBeside();
    const noted = restored.filter(({ isCounted }) => !isCounted);
    await auditAll(
      transaction,
      noted.map(({ entity: kind, record: after }) => ({
        ...{ author: caller, date, clientId, entity: kind, recordId: String(after._id), after },
        reason: auditReasons.restored,
      })),
    );
    await transaction.delete(deletions).where(eq(deletions._id, _id));
    const others: RecordChanged[] = [
      ...noted.map(({ entity: kind, record: after }) =>
        recordChanged(kind, { clientId, recordId: String(after._id), after }),
      ),
      ...fixed.changes,
      ...leftovers,
    ];
    return { result: { restored: restored.length, kept: fixed.kept }, changes: [], others };
  }

  return {
    async list(caller, clientId) {
      if (!caller.clients.has(clientId)) throw problems.notFound("client");
      const rows = await database
        .select()
        .from(deletions)
        .where(and(eq(deletions.clientId, clientId), gte(deletions.date, since())))
        .orderBy(desc(deletions.date), desc(deletions._id));
      return rows
        .filter((row) => mayRestore(caller, row))
        .map(({ _id, date, userName, entity, recordId, name, count }) => ({
          ...{ _id, userName, entity, recordId, name, count, date: date.toISOString() },
          until: new Date(date.getTime() + RESTORE_DAYS * DAY_MS).toISOString(),
        }));
    },

    async restore(caller, { clientId, _id, name }) {
      if (!caller.clients.has(clientId)) throw problems.notFound("client");
      const isOwn = and(eq(deletions._id, _id), eq(deletions.clientId, clientId), gte(deletions.date, since()));
      const [found] = await database.select().from(deletions).where(isOwn);
      const definition = found && parts.get(found.entity);
      if (!definition) throw problems.notFound();
      const restored = createRecordWriter(definition, context).write(async (transaction) => {
        const [deletion] = await transaction.select().from(deletions).where(isOwn).for("update");
        if (deletion === undefined || !mayRestore(caller, deletion)) throw problems.notFound();
        return restoreIn(transaction, caller, deletion, name);
      });
      return restored.catch((error: unknown) => {
        // Of a record that went along, such as the serial number of a farm's device.
        const field = uniqueFields[violationOf(error)?.constraint ?? ""];
        throw field === undefined ? error : problems.notRestored([{ field, id: "unique" }]);
      });
    },
  };
}
