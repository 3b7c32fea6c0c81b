import type { AuditEntry } from "@lamina/shared/access/user";
import { index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../core/database/columns.ts";

/** Every write: who, when, what, before and after. No foreign keys: it outlives what it tells about. */
export const auditEntries = pgTable(
  "audit_entries",
  {
    _id: text("_id").primaryKey(),
    date: instant("date").notNull(),
    /** Null when the program itself wrote. */
    userId: text("user_id"),
    userName: text("user_name").notNull(),
    clientId: text("client_id"),
    entity: text("entity").notNull(),
    recordId: text("record_id").notNull(),
    action: text("action", { enum: ["insert", "update", "delete"] }).notNull(),
    changes: jsonb("changes").$type<AuditEntry["changes"]>().notNull(),
    reason: text("reason"),
  },
  (table) => [
    index().on(table.entity, table.recordId, table.date),
    index().on(table.clientId, table.date),
    index().on(table.date),
  ],
);
