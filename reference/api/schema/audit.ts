import type { AuditEntry } from "@lamina/shared/access/user";
import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../core/database/columns.ts";

/** Every write: user, time, content before and after. Without foreign keys, so that it outlives its records. */
export const auditEntries = pgTable(
  "audit_entries",
  {
    _id: text("_id").primaryKey(),
    date: instant("date").notNull(),
    /** Null for the program itself. */
    userId: text("user_id"),
    userName: text("user_name").notNull(),
    clientId: text("client_id"),
    entity: text("entity").notNull(),
    recordId: text("record_id").notNull(),
    action: text("action", { enum: ["insert", "update", "delete"] }).notNull(),
    changes: jsonb("changes").$type<AuditEntry["changes"]>().notNull(),
    reason: text("reason"),
    /** The import that wrote it; null for other writes. */
    batch: text("batch"),
  },
  (table) => [
    index().on(table.entity, table.recordId, table.date),
    index().on(table.clientId, table.date),
    index().on(table.date),
    index("audit_entries_batch").on(table.clientId, table.batch).where(sql`batch is not null`),
  ],
);
