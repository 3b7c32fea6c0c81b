import type { SecondFactor, SecondFactorConfirmed, SecondFactorSecret } from "@lamina/shared/access/user";
import { views } from "@lamina/shared/calls/views";
import type * as z from "zod";
import type { Context } from "../../../core/context.ts";
import type { Database } from "../../../core/database/open.ts";
import { type Caller, mayOnClient } from "../../../http/caller.ts";
import { problems } from "../../../http/problem.ts";
import type { Mails } from "../../../mail/mails.ts";
import { auditReasons } from "../../../records/audit/text.ts";
import { noteFactor } from "../notices/note-factor.ts";
import type { Identity } from "../service.ts";
import { revokeOtherSessions, revokeSessions, type UserRow } from "../store.ts";
import { requireNothingBeyondOwn, requireWholePerson } from "../user-rules.ts";
import { userStore } from "../user-store.ts";
import { authenticatorLink } from "./totp.ts";

type Matched = Promise<{ matchedCount: number }>;

/** A person's own second factor, and its reset by administrators. */
interface SecondFactorCalls {
  own(caller: Caller): Promise<SecondFactor>;
  /** @throws HttpProblem 400 for a wrong password or where a second factor applies, 429 */
  start(caller: Caller, current: string): Promise<z.output<typeof SecondFactorSecret>>;
  /** @throws HttpProblem 400 for a wrong code, 429 */
  confirm(caller: Caller, code: string): Promise<z.output<typeof SecondFactorConfirmed>>;
  /** @throws HttpProblem 400 for a wrong password or code, 429 */
  end(caller: Caller, current: string, code: string): Matched;
  /** @throws HttpProblem 403, 404 */
  reset(caller: Caller, id: string): Matched;
}

export function createSecondFactorCalls(
  {
    database,
    clock,
    mails,
  }: Pick<Context, "database" | "clock"> & { mails: Pick<Mails, "isConfigured" | "addAutomatic"> },
  { factors, limit, pins, passkeys, personOf, requirePassword, tokenAfterSetUp }: Identity,
): SecondFactorCalls {
  /** Verifies within the limit of a person who has a token, which strangers cannot use up. */
  async function requireCode<Proof>({ userName }: UserRow, prove: () => Promise<Proof | undefined>): Promise<Proof> {
    const proof = await limit.guess({ userName }, prove);
    if (proof === undefined) throw problems.validation([{ field: "code", id: "wrong-code" }]);
    return proof;
  }

  const note = (transaction: Database, user: UserRow, author: Caller, event: "on" | "off" | "reset") =>
    noteFactor(transaction, mails, { user, author, event, date: clock.now() });

  return {
    async own(caller) {
      const { _id } = await personOf(caller);
      const [found, required] = await Promise.all([factors.find(_id), factors.isRequired(_id)]);
      return { since: found?.since.toISOString() ?? null, recoveryCodes: found?.recoveryCodes ?? 0, required };
    },

    async start(caller, current) {
      const user = await requirePassword(caller, current);
      const secret = await factors.start(user._id);
      if (secret === undefined) throw problems.validation([{ field: "", id: "second-factor-on" }]);
      return { secret, link: authenticatorLink(secret, user.userName) };
    },

    async confirm(caller, code) {
      const user = await personOf(caller);
      const recoveryCodes = await requireCode(user, () =>
        database.transaction(async (transaction) => {
          const codes = await factors.confirm(transaction, user._id, code);
          if (codes === undefined) return undefined;
          await revokeOtherSessions(transaction, user._id, caller.jti, clock.now());
          await note(transaction, user, caller, "on");
          return codes;
        }),
      );
      return { recoveryCodes, token: await tokenAfterSetUp(caller, user) };
    },

    async end(caller, current, code) {
      const { _id } = await personOf(caller);
      if ((await factors.find(_id)) === undefined) return { matchedCount: 0 };
      const user = await requirePassword(caller, current);
      await requireCode(user, () => factors.use(user._id, code));
      await database.transaction(async (transaction) => {
        await factors.end(transaction, user._id);
        await note(transaction, user, caller, "off");
      });
      return { matchedCount: 1 };
    },

    async reset(caller, id) {
      const found = await userStore.find(database, id, [...caller.clients.keys()]);
      if (found === undefined) throw problems.notFound("user");
      if (!mayOnClient(caller, views.resetSecondFactor.access, found.membership.clientId)) throw problems.forbidden();
      await requireWholePerson(database, caller, found);
      await requireNothingBeyondOwn(database, caller, found.user._id);
      // Their own needs the password and a code, so that a stolen token is not enough.
      if (found.user._id === caller.userId) throw problems.inUse("ownSecondFactor");
      return database.transaction(async (transaction) => {
        const hadFactor = await factors.end(transaction, found.user._id);
        const hadPin = await pins.end(transaction, found.user._id, caller, auditReasons.pinReset);
        const hadPasskey = await passkeys.endAll(transaction, found.user._id, caller);
        if (!hadFactor && !hadPin && !hadPasskey) return { matchedCount: 0 };
        await revokeSessions(transaction, found.user._id, clock.now());
        if (hadFactor || hadPasskey) await note(transaction, found.user, caller, "reset");
        return { matchedCount: 1 };
      });
    },
  };
}
