import type { ConfirmPasskey, EndPasskey, Passkey, PasskeyStart } from "@lamina/shared/records/commands/passkey";
import type * as z from "zod";
import type { Context } from "../../../core/context.ts";
import type { Database } from "../../../core/database/open.ts";
import type { Caller } from "../../../http/caller.ts";
import { problems } from "../../../http/problem.ts";
import type { Mails } from "../../../mail/mails.ts";
import { noteFactor } from "../notices/note-factor.ts";
import { decodedPassword } from "../password.ts";
import type { Identity } from "../service.ts";
import { findUserById, type UserRow } from "../store.ts";

type Matched = Promise<{ matchedCount: number }>;

/** A person's own passkeys. */
interface PasskeyCalls {
  list(caller: Caller): Promise<Passkey[]>;
  /** @throws HttpProblem 400 for a wrong password, 409, 429 */
  start(caller: Caller, current: string): Promise<PasskeyStart>;
  /** @throws HttpProblem 400 for an answer that is not right, 409 */
  confirm(caller: Caller, answer: z.output<typeof ConfirmPasskey>): Matched;
  /** @throws HttpProblem 400 for a wrong password, 429 */
  end(caller: Caller, { _id, current }: z.output<typeof EndPasskey>): Matched;
}

export function createPasskeyCalls(
  {
    database,
    clock,
    mails,
  }: Pick<Context, "database" | "clock"> & { mails: Pick<Mails, "isConfigured" | "addAutomatic"> },
  { passkeys, isOwnPassword }: Pick<Identity, "passkeys" | "isOwnPassword">,
): PasskeyCalls {
  async function personOf({ userId }: Caller): Promise<UserRow> {
    const user = userId === null ? undefined : await findUserById(database, userId);
    if (user === undefined) throw problems.tokenRejected();
    return user;
  }

  async function requirePassword(caller: Caller, current: string): Promise<UserRow> {
    const user = await personOf(caller);
    if (!(await isOwnPassword(caller, decodedPassword("current", current))))
      throw problems.validation([{ field: "current", id: "wrong-password" }]);
    return user;
  }

  const note = (transaction: Database, user: UserRow, author: Caller, event: "passkeyAdded" | "passkeyEnded") =>
    noteFactor(transaction, mails, { user, author, event, date: clock.now() });

  return {
    list: async (caller) => passkeys.list((await personOf(caller))._id),

    start: async (caller, current) => passkeys.start(await requirePassword(caller, current)),

    async confirm(caller, answer) {
      const user = await personOf(caller);
      const made = await passkeys.read(user._id, answer);
      await database.transaction(async (transaction) => {
        const isAdded = made !== undefined && (await passkeys.add(transaction, user._id, made));
        if (!isAdded) throw problems.validation([{ field: "", id: "wrong-passkey" }]);
        await note(transaction, user, caller, "passkeyAdded");
      });
      return { matchedCount: 1 };
    },

    async end(caller, { _id, current }) {
      const user = await requirePassword(caller, current);
      return database.transaction(async (transaction) => {
        const isEnded = await passkeys.end(transaction, user._id, _id);
        if (isEnded) await note(transaction, user, caller, "passkeyEnded");
        return { matchedCount: isEnded ? 1 : 0 };
      });
    },
  };
}
