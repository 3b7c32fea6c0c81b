import { sql } from "drizzle-orm";
import { integer, pgSequence, pgTable, text } from "drizzle-orm/pg-core";
import { recordColumns } from "../core/database/columns.ts";

/** Numbers of clients, by which menus are looked up. */
export const clientNumbers = pgSequence("client_numbers", { startWith: 1001 });

/** Farm customers, the scope of all other data. `_id` is the selection key, `id` looks up the menu (§3). */
export const clients = pgTable("clients", {
  ...recordColumns(),
  id: text("id").notNull().unique().default(sql`nextval('client_numbers')::text`),
  name: text("name").notNull(),
  document: text("document"),
  typeChart: integer("type_chart").notNull(),
  timezone: text("timezone").notNull(),
  logoUrl: text("logo_url"),
});

/** The columns of every record of a client; the record is deleted with its client. */
export const clientRecordColumns = () => ({
  ...recordColumns(),
  clientId: text("client_id")
    .notNull()
    .references(() => clients._id, { onDelete: "cascade" }),
});
