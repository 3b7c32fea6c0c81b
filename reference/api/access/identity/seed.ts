import { sql } from "drizzle-orm";
import type { Database } from "../../core/database/open.ts";
import { memberships, users, usersGroups } from "../../schema/identity.ts";
import { builtInGroups } from "./groups.ts";

interface NewUser {
  _id: string;
  userName: string;
  name: string;
  groupId: string;
  clientIds: readonly string[];
  passwordHash: string;
}

/** Adds the built-in groups, and gives those of an earlier version the rights on new screens. Users cannot change these groups. */
export async function upsertGroups(database: Database, now: Date): Promise<void> {
  await database
    .insert(usersGroups)
    .values(builtInGroups.map((group) => ({ ...group, createdAt: now, updatedAt: now })))
    .onConflictDoUpdate({
      target: usersGroups._id,
      set: { permissions: sql`excluded.permissions`, updatedAt: now },
      setWhere: sql`${usersGroups.permissions} is distinct from excluded.permissions`,
    });
}

export async function addUser(database: Database, { clientIds, ...user }: NewUser, now: Date): Promise<void> {
  await database.insert(users).values({ ...user, createdAt: now, updatedAt: now });
  if (clientIds.length === 0) return;
  const { _id: userId, groupId } = user;
  await database
    .insert(memberships)
    .values(clientIds.map((clientId) => ({ userId, clientId, groupId, createdAt: now, updatedAt: now })));
}

export async function hasUsers(database: Database): Promise<boolean> {
  return (await database.select({ one: sql`1` }).from(users).limit(1)).length > 0;
}
