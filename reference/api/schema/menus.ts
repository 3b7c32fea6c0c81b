import { type AnyPgColumn, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { clientRecordColumns } from "./clients.ts";

/** A client's menu; `parentId` nests it (domain, 10). */
export const menus = pgTable(
  "menus",
  {
    ...clientRecordColumns(),
    title: text("title").notNull(),
    path: text("path").notNull(),
    icon: text("icon").notNull(),
    order: integer("order").notNull(),
    /** The screen with the view right that shows the entry; null for all users. */
    screen: text("screen"),
    parentId: text("parent_id").references((): AnyPgColumn => menus._id, { onDelete: "cascade" }),
  },
  (table) => [index().on(table.clientId), index().on(table.parentId)],
);
