import type { ImportReply } from "@lamina/shared/views";
import { jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant } from "../core/database/columns.ts";
import { clients } from "./clients.ts";

/** What became of each import, so that a retry is answered the same. */
export const imports = pgTable(
  "imports",
  {
    clientId: text("client_id")
      .notNull()
      .references(() => clients._id, { onDelete: "cascade" }),
    entity: text("entity").notNull(),
    /** Made by whoever sends the import. */
    key: text("key").notNull(),
    date: instant("date").notNull(),
    reply: jsonb("reply").$type<ImportReply>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.clientId, table.entity, table.key] })],
);
