import { randomBytes } from "node:crypto";
import { type Me, Password } from "@lamina/shared/access/user";
import { views } from "@lamina/shared/calls/views";
import { and, eq, gt, sql } from "drizzle-orm";
import type { Context } from "../../core/context.ts";
import type { Database } from "../../core/database/open.ts";
import { toJson } from "../../core/serialize.ts";
import { type Caller, mayOnClient } from "../../http/caller.ts";
import { problems } from "../../http/problem.ts";
import { auditReasons } from "../../records/audit/text.ts";
import type { Author } from "../../records/audit/write.ts";
import { oneTimeCodes, users } from "../../schema/identity.ts";
import { noteAccess } from "./notices/note-access.ts";
import { CODE_LIFETIME_MS, hashCode, makeCode } from "./one-time-code.ts";
import { decodedPassword, hashPassword } from "./password.ts";
import type { Identity } from "./service.ts";
import { revokeOtherSessions, revokeSessions } from "./store.ts";
import { requireNothingBeyondOwn, requireWholePerson } from "./user-rules.ts";
import { userStore } from "./user-store.ts";
import { type PasswordOwner, weaknessOf } from "./weak-password.ts";

/** AES-256. */
const DEVICE_KEY_BYTES = 32;

/**
 * Password and code calls: of a user for themselves, and of administrators for others. Passwords are sent as base64 of
 * UTF-8.
 */
interface Credentials {
  /** @throws HttpProblem 404 for a client that the caller may not see */
  me(caller: Caller, clientId?: string): Promise<Me>;
  /** The key that encrypts unsent data on the person's devices: 32 bytes in base64url. */
  deviceKey(caller: Caller): Promise<string>;
  /** Ends the person's other sessions, and invalidates an unused code. @throws HttpProblem 400, 429 */
  changePassword(caller: Caller, current: string, next: string): Promise<{ matchedCount: number }>;
  /** Issues a new code for a user of a client and invalidates an older one. @throws HttpProblem 403, 404 */
  invite(caller: Caller, id: string): Promise<{ code: string; expiresAt: string }>;
  /**
   * Sets the password of the user who logged in with a code, invalidates the code and ends all sessions. @throws
   * HttpProblem 400, 401
   */
  setPassword(caller: Caller, next: string): Promise<{ matchedCount: number }>;
}

export function createCredentials(
  { database, clock }: Pick<Context, "database" | "clock">,
  { pins, passkeys, requirePassword }: Pick<Identity, "pins" | "passkeys" | "requirePassword">,
): Credentials {
  const note = (transaction: Database, userId: string, author: Author, reason: string) =>
    noteAccess(transaction, { userId, author, date: clock.now(), reason });

  return {
    async me(caller, clientId) {
      const person = caller.userId === null ? undefined : await userStore.person(database, caller.userId);
      if (person === undefined) throw problems.tokenRejected();
      const { user, group } = person;
      const rights = clientId === undefined ? undefined : caller.clients.get(clientId);
      if (clientId !== undefined && rights === undefined) throw problems.notFound("client");
      const ownMembership = (await userStore.membershipsOf(database, user._id)).find(
        ({ membership }) => membership.clientId === clientId,
      );
      const { _id, name, userName, email, phone, language } = user;
      return {
        ...toJson({ email, phone, language }),
        ...{ _id, name, userName },
        groupName: (group.allClients ? undefined : ownMembership?.group.name) ?? group.name,
        permissions: [...(rights?.permissions ?? caller.permissions)],
        farmIds: [...(rights?.farmIds ?? [])],
      };
    },

    async deviceKey({ userId }) {
      if (userId === null) throw problems.tokenRejected();
      const newKey = randomBytes(DEVICE_KEY_BYTES).toString("base64url");
      const [row] = await database
        .update(users)
        .set({ deviceKey: sql`coalesce(${users.deviceKey}, ${newKey})` })
        .where(eq(users._id, userId))
        .returning({ key: users.deviceKey });
      if (!row?.key) throw problems.tokenRejected();
      return row.key;
    },

    async changePassword(caller, current, next) {
      const { userId, userName, jti } = caller;
      const user = await requirePassword(caller, current);
      const passwordHash = await hashPassword(newPassword(next, user));
      await database.transaction(async (transaction) => {
        const updatedAt = clock.now();
        await userStore.updateUser(transaction, user._id, { passwordHash, updatedAt });
        await revokeOtherSessions(transaction, user._id, jti, updatedAt);
        await transaction.delete(oneTimeCodes).where(eq(oneTimeCodes.userId, user._id));
        await note(transaction, user._id, { userId, userName }, "Senha alterada");
      });
      return { matchedCount: 1 };
    },

    async invite(caller, id) {
      const found = await userStore.find(database, id, [...caller.clients.keys()]);
      if (found === undefined) throw problems.notFound("user");
      if (!mayOnClient(caller, views.invite.access, found.membership.clientId)) throw problems.forbidden();
      await requireWholePerson(database, caller, found);
      await requireNothingBeyondOwn(database, caller, found.user._id);
      const code = makeCode();
      const expiresAt = new Date(clock.now().getTime() + CODE_LIFETIME_MS);
      await database.transaction(async (transaction) => {
        const values = { hash: hashCode(code), expiresAt };
        await transaction
          .insert(oneTimeCodes)
          .values({ userId: found.user._id, ...values })
          .onConflictDoUpdate({ target: oneTimeCodes.userId, set: values });
        await note(transaction, found.user._id, caller, auditReasons.invited);
      });
      return { code, expiresAt: expiresAt.toISOString() };
    },

    async setPassword({ userId, userName, name, jti: codeHash }, next) {
      if (userId === null) throw problems.tokenRejected();
      const passwordHash = await hashPassword(newPassword(next, { name, userName }));
      await database.transaction(async (transaction) => {
        const now = clock.now();
        const used = await transaction
          .delete(oneTimeCodes)
          .where(and(eq(oneTimeCodes.userId, userId), eq(oneTimeCodes.hash, codeHash), gt(oneTimeCodes.expiresAt, now)))
          .returning({ userId: oneTimeCodes.userId });
        if (used.length === 0) throw problems.tokenRejected();
        await userStore.updateUser(transaction, userId, { passwordHash, updatedAt: now });
        await revokeSessions(transaction, userId, now);
        await note(transaction, userId, { userId, userName }, auditReasons.passwordByInvitation);
        await pins.end(transaction, userId, { userId, userName }, auditReasons.pinReset);
        await passkeys.endAll(transaction, userId, { userId, userName });
      });
      return { matchedCount: 1 };
    },
  };
}

/** @throws HttpProblem 400 for a password that is too short or easy to guess */
function newPassword(next: string, owner: PasswordOwner): string {
  const password = Password.safeParse(decodedPassword("next", next));
  if (!password.success) throw problems.validation([{ field: "next", id: "too-small", minimum: 8, maximum: 256 }]);
  const weakness = weaknessOf(password.data, owner);
  if (weakness) throw problems.validation([{ field: "next", id: weakness }]);
  return password.data;
}
