import type { Permission } from "@lamina/shared/access/rights";
import { and, eq } from "drizzle-orm";
import { anyOf } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import { clients } from "../../schema/clients.ts";
import { memberships, users, usersGroups } from "../../schema/identity.ts";

/** A user who may receive messages of a client, with their rights on it. */
export interface Listener {
  userId: string;
  userName: string;
  name: string;
  phone: string | null;
  clientId: string;
  /** Farms that the user may see; empty means all of the client. */
  farmIds: readonly string[];
  permissions: readonly Permission[];
  /** Types of alerts that the user's group receives; empty means all. */
  alertTypes: readonly string[];
}

/** The active users of each of these clients: its members and the administrators of the installation. */
export async function listenersOf(database: Database, clientIds: readonly string[]): Promise<Listener[]> {
  const who = {
    userId: users._id,
    userName: users.userName,
    name: users.name,
    phone: users.phone,
    permissions: usersGroups.permissions,
    alertTypes: usersGroups.alertDefaults,
  };
  const ids = [...clientIds];
  const [members, administrators] = await Promise.all([
    database
      .select({ ...who, clientId: memberships.clientId, farmIds: memberships.farmIds })
      .from(memberships)
      .innerJoin(users, eq(users._id, memberships.userId))
      .innerJoin(usersGroups, eq(usersGroups._id, memberships.groupId))
      .where(and(anyOf(memberships.clientId, ids), memberships.active, users.active)),
    database
      .select({ ...who, clientId: clients._id })
      .from(users)
      .innerJoin(usersGroups, eq(usersGroups._id, users.groupId))
      .innerJoin(clients, anyOf(clients._id, ids))
      .where(and(users.active, usersGroups.allClients)),
  ]);
  const administering = new Set(administrators.map(({ userId }) => userId));
  return [
    ...administrators.map((administrator) => ({ ...administrator, farmIds: [] })),
    ...members.filter(({ userId }) => !administering.has(userId)),
  ];
}
