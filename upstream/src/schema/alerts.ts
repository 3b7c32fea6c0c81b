import type { AlertRule, Notification } from "@lamina/shared/records/alert";
import { sql } from "drizzle-orm";
import { boolean, doublePrecision, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant } from "../core/database/columns.ts";
import { clientRecordColumns } from "./clients.ts";

export const alertRules = pgTable(
  "alert_rules",
  {
    ...clientRecordColumns(),
    name: text("name"),
    scope: jsonb("scope").$type<AlertRule["scope"]>().notNull(),
    type: text("type").$type<AlertRule["type"]>().notNull(),
    threshold: doublePrecision("threshold"),
    unit: text("unit"),
    severity: text("severity").$type<AlertRule["severity"]>().notNull(),
    channels: jsonb("channels").$type<AlertRule["channels"]>().notNull(),
    quietFrom: text("quiet_from"),
    quietTo: text("quiet_to"),
    repeatMin: integer("repeat_min").notNull(),
    enabled: boolean("enabled").notNull(),
  },
  (table) => [index().on(table.clientId)],
);

/** The inbox. `key` identifies the situation, so that one situation gives one alert, also after a restart. */
export const notifications = pgTable(
  "notifications",
  {
    ...clientRecordColumns(),
    key: text("key").notNull(),
    ruleId: text("rule_id"),
    date: instant("date").notNull(),
    type: text("type").$type<Notification["type"]>().notNull(),
    severity: text("severity").$type<Notification["severity"]>().notNull(),
    title: text("title").notNull(),
    message: text("message").notNull(),
    farmId: text("farm_id"),
    pivotId: text("pivot_id"),
    sectorId: text("sector_id"),
    link: text("link"),
    readBy: jsonb("read_by").$type<string[]>().notNull().default([]),
    takenBy: text("taken_by"),
    takenByName: text("taken_by_name"),
    takenAt: instant("taken_at"),
    resolvedAt: instant("resolved_at"),
    /** Null when the alert ended by itself, so that it may reopen. An alert that a person closed remains closed. */
    resolvedBy: text("resolved_by"),
    resolvedByName: text("resolved_by_name"),
    note: text("note"),
    lastSentAt: instant("last_sent_at"),
  },
  (table) => [
    index().on(table.clientId, table.date),
    index().on(table.date),
    index("notifications_open").on(table.clientId).where(sql`${table.resolvedAt} is null`),
    uniqueIndex("notifications_key").on(table.key),
  ],
);
