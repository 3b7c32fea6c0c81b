import { randomUUID } from "node:crypto";
import { asc, eq, inArray } from "drizzle-orm";
import { clients } from "../clients/table.ts";
import type { Database } from "../database/open.ts";
import { type DefaultEntry, defaultMenu } from "./default-menu.ts";
import { menus } from "./table.ts";

export type MenuRow = typeof menus.$inferSelect;
type NewEntry = typeof menus.$inferInsert;

/** Menu entries of these clients (`_id`), each with its client's way of drawing. */
export function listMenus(database: Database, clientIds: readonly string[]) {
  return database
    .select({ entry: menus, typeChart: clients.typeChart })
    .from(menus)
    .innerJoin(clients, eq(clients._id, menus.clientId))
    .where(inArray(menus.clientId, [...clientIds]))
    .orderBy(asc(clients.name), asc(menus.clientId), asc(menus.order));
}

/** Gives a new client the default menu. */
export async function insertDefaultMenu(transaction: Database, clientId: string, now: Date): Promise<void> {
  const rows: NewEntry[] = [];
  const add = (entries: readonly DefaultEntry[], parentId: string | null): void => {
    for (const { children = [], ...entry } of entries) {
      const _id = randomUUID();
      rows.push({ ...entry, _id, clientId, parentId, order: rows.length, createdAt: now, updatedAt: now });
      add(children, _id);
    }
  };
  add(defaultMenu, null);
  await transaction.insert(menus).values(rows);
}
