import type { CommandOrder, CommandStep, PivotCommand } from "@lamina/shared/records/commands/pivot-command";
import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant } from "../core/database/columns.ts";
import { clientRecordColumns } from "./clients.ts";
import { pivots } from "./farms.ts";

/** Commands to the panels of machines, with their states. */
export const pivotCommands = pgTable(
  "pivot_commands",
  {
    ...clientRecordColumns(),
    pivotId: text("pivot_id")
      .notNull()
      .references(() => pivots._id, { onDelete: "cascade" }),
    order: jsonb("order").$type<CommandOrder>().notNull(),
    issuedAt: instant("issued_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    scheduledFor: instant("scheduled_for"),
    decidedAt: instant("decided_at"),
    runStartAt: instant("run_start_at"),
    byUserId: text("by_user_id"),
    byName: text("by_name").notNull(),
    /** The alert rule that stopped the machine. */
    ruleId: text("rule_id"),
    override: jsonb("override").$type<PivotCommand["override"]>(),
    state: text("state").$type<CommandStep["state"]>().notNull(),
    states: jsonb("states").$type<CommandStep[]>().notNull(),
    sentAt: instant("sent_at"),
    /** Panel that it was sent to, and its place among the orders of the machine: no second one has it. */
    serial: text("serial"),
    sequence: integer("sequence"),
    /** The newest report of the panel at the sending, by the panel's clock. */
    seenUntil: instant("seen_until"),
  },
  (table) => [
    index().on(table.clientId, table.issuedAt),
    index().on(table.pivotId, table.issuedAt),
    index().on(table.issuedAt),
    uniqueIndex("pivot_commands_sequence").on(table.pivotId, table.sequence),
    index("pivot_commands_open")
      .on(table.pivotId)
      .where(sql`${table.state} not in ('refused', 'done', 'failed', 'cancelled', 'expired')`),
  ],
);
