import { and, asc, eq, isNull, or } from "drizzle-orm";
import { anyOf } from "../../core/database/arrays.ts";
import { firstReturnedRow } from "../../core/database/first-returned-row.ts";
import type { Database } from "../../core/database/open.ts";
import { type Json, toJson } from "../../core/serialize.ts";
import { clients } from "../../schema/clients.ts";
import { memberships, users, usersGroups } from "../../schema/identity.ts";
import type { GroupRow, UserRow } from "./store.ts";

export type MembershipRow = typeof memberships.$inferSelect;

/** A user of a client: the person and the membership. `group` is the person's own. */
export interface ClientUser {
  user: UserRow;
  membership: MembershipRow;
  group: GroupRow;
}

/** Reads and writes of the users of clients. */
export const userStore = {
  /** Locks this client's users and groups until the transaction ends. */
  async lockClient(transaction: Database, clientId: string): Promise<void> {
    await transaction.select({ _id: clients._id }).from(clients).where(eq(clients._id, clientId)).for("update");
  },

  /** The user, with client and person locked until the transaction ends. */
  async lock(transaction: Database, id: string, clientIds: readonly string[]): Promise<ClientUser | undefined> {
    const found = await userStore.find(transaction, id, clientIds);
    if (found === undefined) return undefined;
    await userStore.lockClient(transaction, found.membership.clientId);
    await transaction.select({ _id: users._id }).from(users).where(eq(users._id, found.user._id)).for("update");
    // Read after the lock, because another transaction may have changed them.
    return userStore.find(transaction, id, clientIds);
  },

  async list(database: Database, clientId: string): Promise<ClientUser[]> {
    return joined(database).where(eq(memberships.clientId, clientId)).orderBy(asc(users.name), asc(users._id));
  },

  async find(database: Database, id: string, clientIds: readonly string[]): Promise<ClientUser | undefined> {
    const [found] = await joined(database).where(and(eq(memberships._id, id), anyOf(memberships.clientId, clientIds)));
    return found;
  },

  async membershipsOf(database: Database, userId: string): Promise<{ membership: MembershipRow; group: GroupRow }[]> {
    return database
      .select({ membership: memberships, group: usersGroups })
      .from(memberships)
      .innerJoin(usersGroups, eq(usersGroups._id, memberships.groupId))
      .where(eq(memberships.userId, userId));
  },

  /** Ids of all people with a membership of a client, active or not. */
  async peopleOf(database: Database, clientId: string): Promise<string[]> {
    const rows = await database
      .select({ userId: memberships.userId })
      .from(memberships)
      .where(eq(memberships.clientId, clientId));
    return rows.map(({ userId }) => userId);
  },

  /** Active members of a client with their groups. */
  async activeMembers(database: Database, clientId: string) {
    return database
      .select({ userId: users._id, userName: users.userName, group: usersGroups })
      .from(memberships)
      .innerJoin(users, eq(users._id, memberships.userId))
      .innerJoin(usersGroups, eq(usersGroups._id, memberships.groupId))
      .where(and(eq(memberships.clientId, clientId), memberships.active, users.active));
  },

  /** A group that a client may give its users: its own or a built-in one. */
  async group(database: Database, id: string, clientId: string): Promise<GroupRow | undefined> {
    const [group] = await database
      .select()
      .from(usersGroups)
      .where(and(eq(usersGroups._id, id), or(isNull(usersGroups.clientId), eq(usersGroups.clientId, clientId))));
    return group;
  },

  async person(database: Database, userId: string): Promise<{ user: UserRow; group: GroupRow } | undefined> {
    const [found] = await database
      .select({ user: users, group: usersGroups })
      .from(users)
      .innerJoin(usersGroups, eq(usersGroups._id, users.groupId))
      .where(eq(users._id, userId));
    return found;
  },

  async insertUser(transaction: Database, values: typeof users.$inferInsert): Promise<UserRow> {
    return firstReturnedRow(await transaction.insert(users).values(values).returning());
  },

  async updateUser(transaction: Database, userId: string, values: Partial<typeof users.$inferInsert>): Promise<void> {
    await transaction.update(users).set(values).where(eq(users._id, userId));
  },

  async deleteUser(transaction: Database, userId: string): Promise<void> {
    await transaction.delete(users).where(eq(users._id, userId));
  },

  async insertMembership(transaction: Database, values: typeof memberships.$inferInsert): Promise<void> {
    await transaction.insert(memberships).values(values);
  },

  async updateMembership(
    transaction: Database,
    id: string,
    values: Partial<typeof memberships.$inferInsert>,
  ): Promise<void> {
    await transaction.update(memberships).set(values).where(eq(memberships._id, id));
  },

  async deleteMembership(transaction: Database, id: string): Promise<void> {
    await transaction.delete(memberships).where(eq(memberships._id, id));
  },
};

const joined = (database: Database) =>
  database
    .select({ user: users, membership: memberships, group: usersGroups })
    .from(memberships)
    .innerJoin(users, eq(users._id, memberships.userId))
    .innerJoin(usersGroups, eq(usersGroups._id, users.groupId));

/** The version of a user as a client sees it: the person's or the membership's, whichever is newer. */
export function versionOf({ user, membership }: ClientUser): Date {
  return new Date(Math.max(user.updatedAt.getTime(), membership.updatedAt.getTime()));
}

type SentUser = Pick<UserRow, "name" | "userName" | "email" | "phone" | "language" | "active" | "lastAccess"> &
  Pick<MembershipRow, "_id" | "clientId" | "userId" | "groupId" | "farmIds" | "createdAt" | "updatedAt"> & {
    invited: boolean;
  };

export function sentUser(found: ClientUser): Json<SentUser> {
  const { user, membership } = found;
  const { name, userName, email, phone, language, lastAccess } = user;
  const { _id, clientId, userId, groupId, farmIds, createdAt } = membership;
  return toJson({
    ...{ _id, clientId, userId, createdAt, updatedAt: versionOf(found) },
    ...{ name, userName, email, phone, language, lastAccess, groupId, farmIds },
    active: user.active && membership.active,
    invited: user.passwordHash === "",
  });
}
