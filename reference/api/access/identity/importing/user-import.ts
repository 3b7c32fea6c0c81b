import { User, UserFields } from "@lamina/shared/access/user";
import { entities } from "@lamina/shared/calls/entities";
import type { ImportConflict, ImportPreviewReply, ImportReply } from "@lamina/shared/calls/views/field-records";
import type { Context } from "../../../core/context.ts";
import type { Database } from "../../../core/database/open.ts";
import { rolledBack } from "../../../core/database/rolled-back.ts";
import type { JsonRecord } from "../../../core/serialize.ts";
import type { Caller } from "../../../http/caller.ts";
import { withMessage } from "../../../http/problem.ts";
import { unknownFields } from "../../../http/unknown-fields.ts";
import { errorsOf, type ImportRequest } from "../../../records/import.ts";
import type { UndonePart } from "../../../records/importing/undo.ts";
import { differing } from "../../../records/repeats.ts";
import { writeOnce } from "../../../records/write-keys.ts";
import { memberships } from "../../../schema/identity.ts";
import { loginForm } from "../login-form.ts";
import { requireRight } from "../user-rules.ts";
import { sentUser, userStore } from "../user-store.ts";
import type { UserChange, Users } from "../users.ts";

/** What an undo knows of users. */
export const userKind: UndonePart["definition"] = {
  entity: "User",
  table: memberships,
  calls: entities.user,
  fields: UserFields,
};

type Reply = ImportReply;

interface UserImport {
  /**
   * Adds the users of a file without a password, as the form does, and changes those whose login or `_id` is known.
   * @throws HttpProblem 403, 404 for the client, 422 for a key that was used for other rows
   */
  import(caller: Caller, request: ImportRequest): Promise<Reply>;
  /** What an import would answer; stores nothing. @throws HttpProblem 403, 404 for the client */
  preview(caller: Caller, request: Pick<ImportRequest, "clientId" | "rows">): Promise<ImportPreviewReply>;
}

const FIELDS = Object.keys(UserFields.shape);
const STORED_FIELDS = Object.keys(User.shape);

export function createUserImport({ database, clock }: Pick<Context, "database" | "clock">, users: Users): UserImport {
  async function importRows(
    transaction: Database,
    caller: Caller,
    { clientId, rows }: Pick<ImportRequest, "clientId" | "rows">,
  ): Promise<{ reply: Reply; changes: UserChange[]; conflicts: ImportConflict[] }> {
    await userStore.lockClient(transaction, clientId);
    const stored: JsonRecord[] = (await userStore.list(transaction, clientId)).map(sentUser);
    const claimed = new Set<string>();
    const changes: UserChange[] = [];
    const conflicts: ImportConflict[] = [];
    const reply: Reply = { inserted: 0, duplicate: 0, changed: 0, conflicting: 0, errors: [] };
    for (const [index, given] of rows.entries()) {
      const row = index + 1;
      const refuse = (errors: readonly Omit<Reply["errors"][number], "row">[]) =>
        reply.errors.push(...errors.map((error) => ({ row, ...error })));
      const input = inputOf(given);
      const unknown = unknownFields(UserFields, input, "_id" in input ? STORED_FIELDS : []);
      const before =
        stored.find(({ _id }) => _id === input._id) ?? stored.find(({ userName }) => userName === input.userName);
      const change = before && differing(input, before, FIELDS);
      if (unknown.length > 0) refuse(unknown.map(withMessage));
      else if (change && Object.keys(change).length === 0) reply.duplicate++;
      else if (before && claimed.has(String(before._id))) refuse([withMessage({ field: "userName", id: "unique" })]);
      else {
        try {
          // A savepoint, so that a refused row leaves the others.
          const written = await transaction.transaction((inner) =>
            before
              ? users.changeIn(inner, caller, { ...change, _id: before._id })
              : users.addIn(inner, caller, { ...input, clientId }),
          );
          if (written) {
            reply[before ? "changed" : "inserted"]++;
            changes.push(written);
            if (before) conflicts.push({ row, changes: true, stored: { ...before } });
            stored.splice(before ? stored.indexOf(before) : stored.length, 1, written.after);
            claimed.add(String(written.after._id));
          }
        } catch (error) {
          refuse(errorsOf(error));
        }
      }
    }
    return { reply, changes, conflicts };
  }

  return {
    async import(caller, { clientId, key, batch, rows }) {
      requireRight(caller, "create", clientId);
      const author = { ...caller, batch };
      let changes: readonly UserChange[] = [];
      const reply = await database.transaction((transaction) =>
        writeOnce(transaction, { clientId, entity: "User", key, caller, body: rows, now: clock.now() }, async () => {
          const done = await importRows(transaction, author, { clientId, rows });
          changes = done.changes;
          return done.reply;
        }),
      );
      for (const change of changes) await users.announce(author, change);
      return reply;
    },

    async preview(caller, request) {
      requireRight(caller, "create", request.clientId);
      const look = (transaction: Database) => importRows(transaction, caller, request);
      const { reply, conflicts } = await rolledBack(database, look);
      return { ...reply, conflicts };
    },
  };
}

/** A row with its login in the one form, by which it is found. */
function inputOf(row: unknown): JsonRecord {
  const input: JsonRecord = typeof row === "object" && row !== null ? { ...row } : {};
  return typeof input.userName === "string" ? { ...input, userName: loginForm(input.userName) } : input;
}
