import { type Access, Action, allows, type Permission } from "@lamina/shared/access/rights";
import { entities } from "@lamina/shared/calls/entities";
import type { Database } from "../../core/database/open.ts";
import { type Caller, mayOnClient } from "../../http/caller.ts";
import { problems } from "../../http/problem.ts";
import { GroupId } from "./groups.ts";
import type { GroupRow, UserRow } from "./store.ts";
import { type MembershipRow, userStore } from "./user-store.ts";

/** The right of an administrator of a client: to change its users. */
export const ADMINISTRATION: Access = { screen: "user", action: "edit" };

/** Whether a matrix gives no right beyond another one. */
export function isWithin(granted: readonly Permission[], callerPermissions: readonly Permission[]): boolean {
  return granted.every((permission) =>
    Action.options.every(
      (action) => !permission[action] || allows(callerPermissions, { screen: permission.screen, action }),
    ),
  );
}

/**
 * To change a person (name, login, password), a caller must administer every client that the person uses. Otherwise one
 * client's administrator could enter another's farms.
 * @throws HttpProblem 403
 */
export async function requireWholePerson(
  database: Database,
  caller: Caller,
  { user, group }: { user: UserRow; group: GroupRow },
): Promise<void> {
  await requireNoInstaller(database, caller, group);
  const memberships = await userStore.membershipsOf(database, user._id);
  if (!memberships.every(({ membership }) => mayOnClient(caller, ADMINISTRATION, membership.clientId)))
    throw problems.forbidden("userOfOtherClient");
}

/** Whether farms are within one's own; an empty list means all farms of a client. */
export function farmsWithin(farmIds: readonly string[], callerFarmIds: readonly string[]): boolean {
  return (
    callerFarmIds.length === 0 || (farmIds.length > 0 && farmIds.every((farmId) => callerFarmIds.includes(farmId)))
  );
}

/**
 * A one-time code lets the caller log in as that person, so a caller with fewer rights does not get it.
 * @throws HttpProblem 403
 */
export async function requireNothingBeyondOwn(database: Database, caller: Caller, userId: string): Promise<void> {
  const memberships = await userStore.membershipsOf(database, userId);
  const isBeyond = memberships.some(({ membership, group }) => {
    const rights = caller.clients.get(membership.clientId);
    return (
      !isWithin(group.permissions, rights?.permissions ?? []) || !farmsWithin(membership.farmIds, rights?.farmIds ?? [])
    );
  });
  if (isBeyond) throw problems.forbidden("userBeyondOwn");
}

/**
 * A membership may be changed or ended only by a caller who could grant it.
 * @throws HttpProblem 403
 */
export async function requireWithinOwn(
  transaction: Database,
  caller: Caller,
  { clientId, groupId, farmIds }: Pick<MembershipRow, "clientId" | "groupId" | "farmIds">,
): Promise<void> {
  const rights = caller.clients.get(clientId);
  const group = await userStore.group(transaction, groupId, clientId);
  const isWithinRights = isWithin(group?.permissions ?? [], rights?.permissions ?? []);
  if (!isWithinRights || !farmsWithin(farmIds, rights?.farmIds ?? [])) throw problems.forbidden("userBeyondOwn");
}

/**
 * Administrators of the installation may be changed only by each other.
 * @throws HttpProblem 403
 */
export async function requireNoInstaller(database: Database, caller: Caller, group: GroupRow): Promise<void> {
  if (!group.allClients || caller.userId === null) return;
  const acting = await userStore.person(database, caller.userId);
  if (!acting?.group.allClients) throw problems.forbidden("installationAdministrator");
}

export async function administrators(database: Database, clientId: string): Promise<number> {
  const members = await userStore.activeMembers(database, clientId);
  return members.filter(({ group }) => allows(group.permissions, ADMINISTRATION)).length;
}

/**
 * A client that had an administrator must keep one.
 * @throws HttpProblem 409
 */
export async function requireAdministrator(transaction: Database, clientId: string, before: number): Promise<void> {
  if (before > 0 && (await administrators(transaction, clientId)) === 0) throw problems.inUse("lastAdministrator");
}

/**
 * Derives a person's state from their memberships: active while one is active; outside of clients, the rights of a
 * manager only while some membership allows to add a client. Administrators of the installation are not changed.
 */
export async function alignPerson(transaction: Database, userId: string, updatedAt: Date): Promise<void> {
  const person = await userStore.person(transaction, userId);
  if (person === undefined || person.group.allClients) return;
  const active = (await userStore.membershipsOf(transaction, userId)).filter(({ membership }) => membership.active);
  await userStore.updateUser(transaction, userId, {
    active: active.length > 0,
    groupId: ownGroup(active.map(({ group }) => group)),
    updatedAt,
  });
}

/**
 * Updates the users of a deleted client: those without another client are deleted, the others lose the rights that it
 * gave.
 * @returns the logins of all of them
 */
export async function endPeople(transaction: Database, userIds: readonly string[], date: Date): Promise<string[]> {
  const logins: string[] = [];
  for (const userId of [...userIds].sort()) {
    const person = await userStore.person(transaction, userId);
    if (person === undefined) continue;
    logins.push(person.user.userName);
    const memberships = await userStore.membershipsOf(transaction, userId);
    if (memberships.length === 0 && !person.group.allClients) await userStore.deleteUser(transaction, userId);
    else await alignPerson(transaction, userId, date);
  }
  return logins;
}

/** The group of a person outside of clients. It is a built-in one, because a client's own group is deleted with the client. */
export function ownGroup(groups: readonly GroupRow[]): string {
  const mayAdd = groups.some(({ permissions }) => allows(permissions, { screen: "config", action: "create" }));
  return mayAdd ? GroupId.manager : GroupId.viewer;
}

/** @throws HttpProblem 404 for a client that the caller may not see, 403 */
export function requireRight(caller: Caller, action: Action, clientId: string): void {
  if (!caller.clients.has(clientId)) throw problems.notFound("client");
  const { screen } = entities.user.update.access ?? ADMINISTRATION;
  if (!mayOnClient(caller, { screen, action }, clientId)) throw problems.forbidden();
}
