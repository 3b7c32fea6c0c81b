import { allows } from "@lamina/shared/access/rights";
import { UsersGroupFields } from "@lamina/shared/access/user";
import { entities } from "@lamina/shared/calls/entities";
import { eq, isNull, sql } from "drizzle-orm";
import type { Context } from "../../core/context.ts";
import { type JsonRecord, toJson } from "../../core/serialize.ts";
import { mayOnClient } from "../../http/caller.ts";
import { problems } from "../../http/problem.ts";
import { defineRecord } from "../../records/definition.ts";
import { places } from "../../records/places.ts";
import { createRecords, type Records } from "../../records/service.ts";
import { memberships, users, usersGroups } from "../../schema/identity.ts";
import { builtInGroups } from "./groups.ts";
import { ADMINISTRATION, isWithin, requireAdministrator } from "./user-rules.ts";
import { userStore } from "./user-store.ts";

/** A client's own groups. The database does not delete one that still has users. */
export const usersGroupDefinition = defineRecord({
  calls: entities.usersGroup,
  inUse: "groupHasUsers",
  notFound: "group",
  place: places.usersGroup,
  fields: UsersGroupFields,
  orderBy: usersGroups.name,
  check: async ({ permissions }, { transaction, caller, clientId }) => {
    await userStore.lockClient(transaction, clientId);
    return isWithin(permissions, caller.clients.get(clientId)?.permissions ?? [])
      ? []
      : [{ field: "permissions", id: "beyond-own" }];
  },
  neededBy: [
    {
      table: memberships,
      column: memberships.groupId,
      name: sql<string>`(select u.name from ${users} u where u._id = user_id)`,
      kind: "users",
    },
  ],
  changed: async ({ transaction, caller, clientId, recordId, before, after }) => {
    const had = permissionsOf(before);
    if (before && !isWithin(had, caller.clients.get(clientId)?.permissions ?? []))
      throw problems.forbidden("groupBeyondOwn");
    if (!allows(had, ADMINISTRATION) || allows(permissionsOf(after), ADMINISTRATION)) return;
    const members = await userStore.activeMembers(transaction, clientId);
    const lost = members.filter(({ group }) => group._id === recordId).length;
    await requireAdministrator(transaction, clientId, lost);
  },
});

const permissionsOf = (group: JsonRecord | undefined) =>
  UsersGroupFields.shape.permissions.safeParse(group?.permissions).data ?? [];

/** The five calls of groups: a client's own, and the built-in ones, which cannot be changed. */
export function createGroups(context: Context): Records {
  const { database } = context;
  const groupRecords = createRecords(usersGroupDefinition, context);

  async function builtIn(clientId: string) {
    const rows = await database.select().from(usersGroups).where(isNull(usersGroups.clientId));
    // From the most rights to the fewest.
    const place = ({ _id }: { _id: string }) => builtInGroups.findIndex((group) => group._id === _id);
    return rows
      .toSorted((one, other) => place(one) - place(other))
      .map(({ allClients: _, ...group }) => ({ ...toJson(group), clientId, builtIn: true }));
  }

  async function requireOwn(id: string): Promise<void> {
    const [group] = await database.select().from(usersGroups).where(eq(usersGroups._id, id));
    if (group?.clientId === null) throw problems.forbidden("builtInGroup");
  }

  return {
    async list(caller, clientId) {
      const groups = await groupRecords.list(caller, clientId);
      return [...(await builtIn(clientId)), ...groups.map(({ allClients: _, ...group }) => group)];
    },

    async get(caller, id) {
      const { access } = entities.usersGroup.getById;
      const clientId = [...caller.clients.keys()].find((candidate) => mayOnClient(caller, access, candidate));
      const group = clientId && (await builtIn(clientId)).find(({ _id }) => _id === id);
      if (group) return group;
      const { allClients: _, ...found } = await groupRecords.get(caller, id);
      return found;
    },

    insert: groupRecords.insert,
    async update(caller, change) {
      await requireOwn(String(change._id));
      return groupRecords.update(caller, change);
    },
    async remove(caller, id) {
      await requireOwn(id);
      return groupRecords.remove(caller, id);
    },
  };
}
