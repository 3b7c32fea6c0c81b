import { asc, eq } from "drizzle-orm";
import { anyOf } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import { clients } from "../../schema/clients.ts";
import { menus } from "../../schema/menus.ts";

export type MenuRow = typeof menus.$inferSelect;

/** Menu entries of these clients (`_id`), each with its client's `typeChart`. */
export function listMenus(database: Database, clientIds: readonly string[]) {
  return database
    .select({ entry: menus, typeChart: clients.typeChart })
    .from(menus)
    .innerJoin(clients, eq(clients._id, menus.clientId))
    .where(anyOf(menus.clientId, clientIds))
    .orderBy(asc(clients.name), asc(menus.clientId), asc(menus.order));
}
