import { and, desc, eq, gt, isNull, lt, ne, sql } from "drizzle-orm";
import type { Database } from "../../core/database/open.ts";
import { clients } from "../../schema/clients.ts";
import { memberships, oneTimeCodes, sessions, users, usersGroups } from "../../schema/identity.ts";
import { loginForm } from "./login-form.ts";

export type UserRow = typeof users.$inferSelect;
export type GroupRow = typeof usersGroups.$inferSelect;

/** The user with this login, in any letter case. */
export async function findUser(database: Database, userName: string): Promise<UserRow | undefined> {
  const [user] = await database
    .select()
    .from(users)
    // Both sides are lowered by the database, because its rules of lower case depend on its locale.
    .where(eq(sql`lower(${users.userName})`, sql`lower(${loginForm(userName)})`));
  return user;
}

export async function findUserById(database: Database, userId: string): Promise<UserRow | undefined> {
  const [user] = await database.select().from(users).where(eq(users._id, userId));
  return user;
}

/** Whether the user has an unexpired code with this hash. */
export async function isCodeValid(database: Database, userId: string, hash: string, now: Date): Promise<boolean> {
  const condition = and(eq(oneTimeCodes.userId, userId), eq(oneTimeCodes.hash, hash), gt(oneTimeCodes.expiresAt, now));
  return (await database.$count(oneTimeCodes, condition)) > 0;
}

/** The active user of a session that has not been revoked, with their own group. */
export async function findSessionUser(
  database: Database,
  jti: string,
): Promise<{ user: UserRow; group: GroupRow } | undefined> {
  const [found] = await database
    .select({ user: users, group: usersGroups })
    .from(sessions)
    .innerJoin(users, eq(users._id, sessions.userId))
    .innerJoin(usersGroups, eq(usersGroups._id, users.groupId))
    .where(and(eq(sessions.jti, jti), isNull(sessions.revokedAt), users.active));
  return found;
}

/** Each client of a user with the user's group there. */
export function listMemberships(database: Database, userId: string) {
  return database
    .select({ clientId: memberships.clientId, farmIds: memberships.farmIds, group: usersGroups })
    .from(memberships)
    .innerJoin(usersGroups, eq(usersGroups._id, memberships.groupId))
    .where(and(eq(memberships.userId, userId), memberships.active));
}

export function listClientIds(database: Database): Promise<{ clientId: string }[]> {
  return database.select({ clientId: clients._id }).from(clients);
}

/** Stores an issued token and the time of the user's access, and deletes expired tokens. */
export async function addSession(database: Database, session: typeof sessions.$inferInsert): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.delete(sessions).where(lt(sessions.expiresAt, session.issuedAt));
    await transaction.insert(sessions).values(session);
    await transaction.update(users).set({ lastAccess: session.issuedAt }).where(eq(users._id, session.userId));
  });
}

export async function revokeSessions(database: Database, userId: string, now: Date): Promise<void> {
  await database
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt)));
}

/** Ends the sessions of a user but one, and returns their number. */
export async function revokeOtherSessions(database: Database, userId: string, jti: string, now: Date): Promise<number> {
  const ended = await database
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.userId, userId), ne(sessions.jti, jti), isNull(sessions.revokedAt)))
    .returning({ jti: sessions.jti });
  return ended.length;
}

/** The session of a token, with its login. */
export async function findLogin(database: Database, jti: string) {
  const [session] = await database.select(loginColumns).from(sessions).where(eq(sessions.jti, jti));
  return session;
}

const loginId = sql<string>`coalesce(${sessions.login}, ${sessions.jti})`;
const loginColumns = {
  login: loginId,
  startedAt: sql<Date>`coalesce(${sessions.startedAt}, ${sessions.issuedAt})`.mapWith(sessions.issuedAt),
  issuedAt: sessions.issuedAt,
  device: sessions.device,
};

/** The newest token of each login of a user that has not ended, newest first. */
export async function listLogins(database: Database, userId: string, now: Date) {
  const rows = await database
    .select(loginColumns)
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.issuedAt));
  return [...Map.groupBy(rows, ({ login }) => login).values()].flatMap(([newest]) => newest ?? []);
}

/** Ends the logins of a user but the one of a token, and returns their number. */
export async function endOtherLogins(database: Database, userId: string, jti: string, now: Date): Promise<number> {
  const own = await findLogin(database, jti);
  const ended = await database
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.userId, userId), ne(loginId, own?.login ?? jti), isNull(sessions.revokedAt)))
    .returning({ login: loginId });
  return new Set(ended.map(({ login }) => login)).size;
}

/** Ends a login of a user. @returns whether it had not ended */
export async function endLogin(database: Database, userId: string, login: string, now: Date): Promise<boolean> {
  const ended = await database
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.userId, userId), eq(loginId, login), isNull(sessions.revokedAt)))
    .returning({ jti: sessions.jti });
  return ended.length > 0;
}
