import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { UserFields } from "@lamina/shared/access/user";
import { CHANGES_TOPIC } from "@lamina/shared/messages/broker";
import type { ChangeMessage } from "@lamina/shared/records/alert";
import type { Context } from "../../core/context.ts";
import type { Database } from "../../core/database/open.ts";
import { recordChanged } from "../../core/record-changed.ts";
import type { JsonRecord } from "../../core/serialize.ts";
import type { Caller } from "../../http/caller.ts";
import { problems } from "../../http/problem.ts";
import { refuseUnknown, validate } from "../../http/validation.ts";
import { audit } from "../../records/audit/write.ts";
import { merge, requireVersion, versionAfter } from "../../records/change.ts";
import { dropPerson } from "../../records/leftovers.ts";
import { requireRoom } from "../../records/quotas/quotas.ts";
import type { Records } from "../../records/service.ts";
import { writeOnce } from "../../records/write-keys.ts";
import { memberships } from "../../schema/identity.ts";
import { isDistinct, loginForm } from "./login-form.ts";
import { revokeSessions } from "./store.ts";
import { type Own, personFor, refuseTakenName, requireGrantable } from "./user-checks.ts";
import {
  administrators,
  alignPerson,
  requireAdministrator,
  requireNoInstaller,
  requireRight,
  requireWholePerson,
  requireWithinOwn,
} from "./user-rules.ts";
import { type ClientUser, sentUser, userStore, versionOf } from "./user-store.ts";

const ENTITY = "User";

/** Fields of the person, the same on every client; the others are of the membership. */
const PERSONAL = ["name", "userName", "email", "phone", "language"] as const;
const OF_MEMBERSHIP = ["groupId", "farmIds", "active"] as const;

/** The effect of a change on sessions: whether they end, and the login that is notified, as it was before. */
interface Ending {
  userName: string;
  isOut: boolean;
}

/** Whether a person is an active user through another membership. */
async function isActiveElsewhere(transaction: Database, userId: string, id: string): Promise<boolean> {
  const person = await userStore.person(transaction, userId);
  if (person?.group.allClients) return true;
  const all = await userStore.membershipsOf(transaction, userId);
  return all.some(({ membership }) => membership._id !== id && membership.active);
}

/** A new or changed user, to be announced after the transaction. */
export interface UserChange {
  clientId: string;
  before?: JsonRecord;
  after: JsonRecord;
  ending?: Ending;
}

/** Writes within a transaction of the caller, who has the right; `announce` follows them. */
export interface Users extends Records {
  addIn(transaction: Database, caller: Caller, record: JsonRecord): Promise<UserChange>;
  changeIn(transaction: Database, caller: Caller, record: JsonRecord): Promise<UserChange | undefined>;
  announce(caller: Caller, change: UserChange): Promise<void>;
}

/** The five calls of a client's users: persons and their memberships of that client. */
export function createUsers({ database, clock, events, publisher, log }: Context): Users {
  async function auditWrite(
    caller: Caller,
    clientId: string,
    before?: JsonRecord,
    after?: JsonRecord,
    ending?: Ending,
  ) {
    const recordId = String((after ?? before)?._id);
    await events.emit("record", recordChanged(ENTITY, { clientId, recordId, before, after }));
    if (!ending?.isOut) return;
    // A removed user gets no other message; the next call is rejected.
    const message: ChangeMessage = { clientId, entities: [ENTITY] };
    await publisher
      .publishToUser(ending.userName, CHANGES_TOPIC, message)
      .catch((error: unknown) => log.warn({ err: error, by: caller.userId }, "end of access not published"));
  }

  const announce: Users["announce"] = (caller, { clientId, before, after, ending }) =>
    auditWrite(caller, clientId, before, after, ending);

  async function note(transaction: Database, caller: Caller, date: Date, before?: JsonRecord, after?: JsonRecord) {
    const { _id, clientId } = (after ?? before) as { _id: string; clientId: string };
    await audit(transaction, { author: caller, date, clientId, entity: ENTITY, recordId: _id, before, after });
  }

  async function find(transaction: Database, caller: Caller, id: string): Promise<ClientUser | undefined> {
    return userStore.find(transaction, id, [...caller.clients.keys()]);
  }

  async function addIn(transaction: Database, caller: Caller, record: JsonRecord): Promise<UserChange> {
    const clientId = String(record.clientId);
    const fields = ofOneForm(validate(UserFields, record, "any"));
    const _id = randomUUID();
    const date = clock.now();
    await userStore.lockClient(transaction, clientId);
    const group = await requireGrantable(transaction, caller, clientId, fields);
    const times = { createdAt: date, updatedAt: date };
    await requireRoom(transaction, { table: memberships, clientId: memberships.clientId }, { clientId, added: 1 });
    const userId = await personFor(transaction, caller, fields, group, times);
    const { groupId, farmIds, active } = fields;
    await refuseTakenName(() =>
      userStore.insertMembership(transaction, { _id, userId, clientId, groupId, farmIds, active, ...times }),
    );
    await alignPerson(transaction, userId, date);
    const after = sentUser((await find(transaction, caller, _id)) as ClientUser);
    await note(transaction, caller, date, undefined, after);
    return { clientId, after };
  }

  async function changeIn(transaction: Database, caller: Caller, record: JsonRecord): Promise<UserChange | undefined> {
    const found = await userStore.lock(transaction, String(record._id), [...caller.clients.keys()]);
    if (found === undefined) return undefined;
    const { user, membership, group } = found;
    const { clientId } = membership;
    requireRight(caller, "edit", clientId);
    const before = sentUser(found);
    refuseUnknown(UserFields, record, before);
    requireVersion({ updatedAt: versionOf(found) }, record, before);
    const fields = ofOneForm(validate(UserFields, merge(UserFields, before, record)), user.userName);
    const differs = (field: keyof Own) => !isDeepStrictEqual(fields[field] ?? null, before[field] ?? null);
    if (PERSONAL.some(differs)) await requireWholePerson(transaction, caller, found);
    if (OF_MEMBERSHIP.some(differs)) {
      await requireNoInstaller(transaction, caller, group);
      if (user._id === caller.userId) throw problems.inUse("ownRights");
    }
    await requireGrantable(transaction, caller, clientId, fields, before);
    if (OF_MEMBERSHIP.some(differs)) await requireWithinOwn(transaction, caller, membership);
    const count = await administrators(transaction, clientId);
    const date = versionAfter({ updatedAt: versionOf(found) }, clock.now());
    const { groupId, farmIds, active, email, phone, ...person } = fields;
    await userStore.updateMembership(transaction, membership._id, { groupId, farmIds, active, updatedAt: date });
    if (PERSONAL.some(differs)) {
      const values = { ...person, email: email ?? null, phone: phone ?? null, updatedAt: date };
      await refuseTakenName(() => userStore.updateUser(transaction, user._id, values));
    }
    await alignPerson(transaction, user._id, date);
    await requireAdministrator(transaction, clientId, count);
    // Tokens and realtime topics contain the login.
    const hasOther = await isActiveElsewhere(transaction, user._id, membership._id);
    const ends = (before.active && !fields.active && !hasOther) || differs("userName");
    if (ends) await revokeSessions(transaction, user._id, date);
    const after = sentUser((await find(transaction, caller, membership._id)) as ClientUser);
    await note(transaction, caller, date, before, after);
    return {
      clientId,
      before,
      after,
      ending: { userName: user.userName, isOut: ends || (before.active && !fields.active) },
    };
  }

  return {
    async list(caller, clientId) {
      requireRight(caller, "view", clientId);
      return (await userStore.list(database, clientId)).map(sentUser);
    },

    async get(caller, id) {
      const found = await find(database, caller, id);
      if (found === undefined) throw problems.notFound("user");
      requireRight(caller, "view", found.membership.clientId);
      return sentUser(found);
    },

    async insert(caller, record, key) {
      const clientId = String(record.clientId);
      requireRight(caller, "create", clientId);
      let added: UserChange | undefined;
      const add = async (transaction: Database): Promise<JsonRecord> => {
        added = await addIn(transaction, caller, record);
        return added.after;
      };
      const keyed =
        key === undefined ? undefined : { clientId, entity: ENTITY, key, caller, body: record, now: clock.now() };
      const after = await database.transaction((transaction) =>
        keyed ? writeOnce(transaction, keyed, () => add(transaction)) : add(transaction),
      );
      if (added) await announce(caller, added);
      return after;
    },

    addIn,
    changeIn,
    announce,

    async update(caller, record) {
      const change = await database.transaction((transaction) => changeIn(transaction, caller, record));
      if (change === undefined) return { matchedCount: 0 };
      await announce(caller, change);
      return { matchedCount: 1 };
    },

    async remove(caller, id) {
      const { clientId, before, ending, others } = await database.transaction(async (transaction) => {
        const found = await userStore.lock(transaction, id, [...caller.clients.keys()]);
        if (found === undefined) throw problems.notFound("user");
        const { user, membership, group } = found;
        const { clientId } = membership;
        requireRight(caller, "remove", clientId);
        await requireNoInstaller(transaction, caller, group);
        if (user._id === caller.userId) throw problems.inUse("ownAccount");
        await requireWithinOwn(transaction, caller, membership);
        const count = await administrators(transaction, clientId);
        const date = clock.now();
        await userStore.deleteMembership(transaction, membership._id);
        const memberships = await userStore.membershipsOf(transaction, user._id);
        if (memberships.length === 0 && !group.allClients) await userStore.deleteUser(transaction, user._id);
        else await alignPerson(transaction, user._id, date);
        await requireAdministrator(transaction, clientId, count);
        // Sessions remain while the person has another active membership, because each call reads the current rights.
        if (!memberships.some((other) => other.membership.active) && !group.allClients)
          await revokeSessions(transaction, user._id, date);
        const before = sentUser(found);
        await note(transaction, caller, date, before);
        const changed = await dropPerson({ transaction, clientId, caller, date }, user._id);
        const others = await events.emitWithin(transaction, "record", changed);
        return { clientId, before, others, ending: { userName: user.userName, isOut: true } };
      });
      await events.emitAll("record", others);
      await auditWrite(caller, clientId, before, undefined, ending);
      return { deletedCount: 1 };
    },
  };
}

/** @throws HttpProblem 400 for a new login with letters of another alphabet */
function ofOneForm(fields: Own, before?: string): Own {
  const userName = loginForm(fields.userName);
  if (userName !== before && !isDistinct(userName))
    throw problems.validation([{ field: "userName", id: "look-alike" }]);
  return { ...fields, userName };
}
