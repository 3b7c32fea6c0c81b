import { index, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant } from "../core/database/columns.ts";
import { clients } from "./clients.ts";

/** Idempotency keys of insertions and imports, each with the answer for a retry. */
export const writeKeys = pgTable(
  "write_keys",
  {
    clientId: text("client_id")
      .notNull()
      .references(() => clients._id, { onDelete: "cascade" }),
    entity: text("entity").notNull(),
    /** Chosen by the caller. */
    key: text("key").notNull(),
    /** SHA-256 of the author and the body; null for an import made before keys had one. */
    digest: text("digest"),
    date: instant("date").notNull(),
    reply: jsonb("reply").$type<unknown>(),
  },
  (table) => [primaryKey({ columns: [table.clientId, table.entity, table.key] }), index().on(table.date)],
);
