import { asc, eq, or, sql } from "drizzle-orm";
import { anyOf } from "../../core/database/arrays.ts";
import { firstReturnedRow } from "../../core/database/first-returned-row.ts";
import type { Database } from "../../core/database/open.ts";
import { clients } from "../../schema/clients.ts";
import { farms } from "../../schema/farms.ts";
import { memberships } from "../../schema/identity.ts";

export type ClientRow = typeof clients.$inferSelect;
/** A client with the number of its farms. */
export type ListedClient = ClientRow & { farmsCount: number };

/** The clients with these keys, by name, each with the number of its farms. */
export async function listClients(database: Database, keys: readonly string[]): Promise<ListedClient[]> {
  const farmsCount = database.$count(farms, eq(farms.clientId, clients._id));
  const rows = await database
    .select({ client: clients, farmsCount })
    .from(clients)
    .where(anyOf(clients._id, keys))
    .orderBy(asc(clients.name), asc(clients.id));
  return rows.map(({ client, farmsCount }) => ({ ...client, farmsCount: Number(farmsCount) }));
}

/** The client with this key: its `_id`, or the `id` that menus are looked up by. */
export async function findClient(database: Database, key: string): Promise<ClientRow | undefined> {
  const [client] = await database
    .select()
    .from(clients)
    .where(or(eq(clients._id, key), eq(clients.id, key)))
    .orderBy(sql`${clients._id} = ${key} desc`)
    .limit(1);
  return client;
}

/** The client, locked until the transaction ends. */
export async function lockClient(transaction: Database, _id: string): Promise<ClientRow | undefined> {
  const [client] = await transaction.select().from(clients).where(eq(clients._id, _id)).for("update");
  return client;
}

export async function insertClient(transaction: Database, values: typeof clients.$inferInsert): Promise<ClientRow> {
  return firstReturnedRow(await transaction.insert(clients).values(values).returning());
}

export async function updateClient(
  transaction: Database,
  _id: string,
  values: Partial<typeof clients.$inferInsert>,
): Promise<ClientRow> {
  return firstReturnedRow(await transaction.update(clients).set(values).where(eq(clients._id, _id)).returning());
}

/** Dependent records are deleted by their foreign keys. */
export async function deleteClient(transaction: Database, _id: string): Promise<void> {
  await transaction.delete(clients).where(eq(clients._id, _id));
}

export async function addMembership(transaction: Database, membership: typeof memberships.$inferInsert): Promise<void> {
  await transaction.insert(memberships).values(membership).onConflictDoNothing();
}
