import type * as z from "zod";
import type { Context } from "../core/context.ts";
import type { Database } from "../core/database/open.ts";
import { violationOf } from "../core/database/violations.ts";
import { type RecordChanged, recordChanged } from "../core/record-changed.ts";
import { type JsonRecord, toJson } from "../core/serialize.ts";
import { problems } from "../http/problem.ts";
import { validate } from "../http/validation.ts";
import { auditAll } from "./audit/write.ts";
import { validChange } from "./change.ts";
import type { RecordChange, RecordDefinition } from "./definition.ts";
import { missingReferences } from "./references.ts";
import { createRecordStore } from "./store.ts";

/** The only way to write records of an entity: by a call, by an import, or by the program. */
export interface RecordWriter {
  /**
   * A record's own and derived fields, checked by the schema, the references and the rules. Other fields are left out:
   * the call or the import refuses unknown ones.
   * @throws HttpProblem 400
   */
  checked(record: JsonRecord, change: RecordChange): Promise<JsonRecord>;
  /** Stores checked new records. Returns their changes, in the same order. */
  store(drafts: readonly { change: RecordChange; values: JsonRecord }[]): Promise<RecordChange[]>;
  /** Makes a write in a transaction with its hooks and audit entries, and publishes its changes after the commit. */
  write<Result>(work: (transaction: Database) => Promise<WriteResult<Result>>): Promise<Result>;
}

interface WriteResult<Result> {
  changes: readonly RecordChange[];
  /** Changes of other records that these caused, already audited. */
  others?: readonly RecordChanged[];
  result: Result;
}

export function createRecordWriter<Fields extends z.ZodObject>(
  definition: RecordDefinition<Fields>,
  { database, events }: Pick<Context, "database" | "events">,
): RecordWriter {
  const { entity, fields } = definition;
  const rowStore = createRecordStore(definition);
  return {
    async checked(record, change) {
      const { before } = change;
      const values = before ? validChange(fields, record, before) : validate(fields, record, "any");
      const errors = [
        ...(await missingReferences(definition, values, change)),
        ...((await definition.check?.(values, change)) ?? []),
        ...((await definition.beside?.(values, change)) ?? []),
      ];
      if (errors.length > 0) throw problems.validation(errors);
      return { ...values, ...(await definition.derive?.(values, change)) };
    },

    async store(drafts) {
      const rows = drafts.map(({ change: { recordId: _id, clientId, date }, values }) => ({
        ...values,
        _id,
        clientId,
        createdAt: date,
        updatedAt: date,
      }));
      const [first] = drafts;
      const storedRows = first ? await rowStore.insert(first.change.transaction, rows) : [];
      const byId = new Map(storedRows.map((row) => [row._id, row] as const));
      return drafts.map(({ change }) => ({ ...change, after: toJson(byId.get(change.recordId) ?? {}) }));
    },

    async write(work) {
      const { undelivered, result } = await database.transaction(async (transaction) => {
        const written = await mapConstraintErrors(definition, () => work(transaction));
        for (const change of written.changes) await definition.changed?.(change);
        await auditAll(
          transaction,
          written.changes.map(({ caller: author, clientId, recordId, date, before, after }) => ({
            author,
            date,
            clientId,
            entity,
            recordId,
            before,
            after,
          })),
        );
        const changed = [...written.changes.map((change) => recordChanged(entity, change)), ...(written.others ?? [])];
        return { result: written.result, undelivered: await events.emitWithin(transaction, "record", changed) };
      });
      await events.emitAll("record", undelivered);
      return result;
    },
  };
}

/** Converts a constraint error to an error of its field, or of the records that require this one. */
async function mapConstraintErrors<Result>(
  definition: RecordDefinition,
  write: () => PromiseLike<Result>,
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    const violation = violationOf(error);
    const field = violation && definition.unique?.[violation.constraint];
    if (field !== undefined) throw problems.validation([{ field, id: "unique" }]);
    if (violation?.kind === "foreign-key") throw problems.inUse(definition.inUse ?? "dependents");
    throw error;
  }
}
