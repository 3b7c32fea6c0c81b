import type { AlertRule, Notification } from "@lamina/shared/records/alert";
import type { AlertPace } from "@lamina/shared/views/mail";
import type { WebhookFault } from "@lamina/shared/views/webhook";
import { sql } from "drizzle-orm";
import {
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { instant } from "../core/database/columns.ts";
import { clientRecordColumns, clients } from "./clients.ts";
import { users } from "./identity.ts";

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
    escalation: jsonb("escalation").$type<AlertRule["escalation"]>().notNull().default([]),
    enabled: boolean("enabled").notNull(),
    stops: boolean("stops").notNull().default(false),
  },
  (table) => [index().on(table.clientId)],
);

/** When a client's alerts may next change by time alone. A client without a row is evaluated at the next look. */
export const alertTimes = pgTable(
  "alert_times",
  {
    clientId: text("client_id")
      .primaryKey()
      .references(() => clients._id, { onDelete: "cascade" }),
    at: instant("at").notNull(),
  },
  (table) => [index().on(table.at)],
);

/** The inbox. `key` identifies the situation, so that one situation gives one alert, also after a restart. */
export const notifications = pgTable(
  "notifications",
  {
    ...clientRecordColumns(),
    key: text("key").notNull(),
    ruleId: text("rule_id"),
    date: instant("date").notNull(),
    /** A moment or a day. */
    since: text("since"),
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
    /** The start of an escalation. */
    firstSentAt: instant("first_sent_at"),
    lastSentAt: instant("last_sent_at"),
  },
  (table) => [
    index().on(table.clientId, table.date),
    index().on(table.date),
    index("notifications_open").on(table.clientId).where(sql`${table.resolvedAt} is null`),
    uniqueIndex("notifications_key").on(table.key),
  ],
);

/** How a person is notified of alerts. Without a row: of each at once, without mails. */
export const alertSettings = pgTable("alert_settings", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users._id, { onDelete: "cascade" }),
  pace: text("pace").$type<AlertPace>().notNull(),
  digestAt: text("digest_at").notNull(),
  byMail: boolean("by_mail").notNull(),
  quietFrom: text("quiet_from"),
  quietTo: text("quiet_to"),
});

/** When a way to a person last worked, and last failed. */
export const userChannels = pgTable(
  "user_channels",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users._id, { onDelete: "cascade" }),
    channel: text("channel").$type<"app" | "mail">().notNull(),
    succeededAt: instant("succeeded_at"),
    failedAt: instant("failed_at"),
  },
  (table) => [primaryKey({ columns: [table.userId, table.channel] })],
);

/** The address that a client's alerts are posted to. */
export const webhooks = pgTable("webhooks", {
  clientId: text("client_id")
    .primaryKey()
    .references(() => clients._id, { onDelete: "cascade" }),
  url: text("url").notNull(),
  enabled: boolean("enabled").notNull(),
  /** Base64. A signature needs it in clear. */
  secret: text("secret").notNull(),
  secretSince: instant("secret_since").notNull(),
  /** Signs too for a day after a rotation, so that the receiver has time to change. */
  previousSecret: text("previous_secret"),
  succeededAt: instant("succeeded_at"),
  failedAt: instant("failed_at"),
  /** Reason of the last fault: a status, or an id of `WebhookFault`. */
  fault: text("fault"),
});

/** Posts to make. A delivered one stays for two days, one given up for 30. */
export const webhookCalls = pgTable(
  "webhook_calls",
  {
    _id: text("_id").primaryKey(),
    clientId: text("client_id")
      .notNull()
      .references(() => clients._id, { onDelete: "cascade" }),
    createdAt: instant("created_at").notNull(),
    nextAt: instant("next_at").notNull(),
    attempts: integer("attempts").notNull().default(0),
    sentAt: instant("sent_at"),
    /** Of the last attempt: the status of the answer, and an id of `WebhookFault`. */
    status: integer("status"),
    fault: text("fault").$type<WebhookFault>(),
    body: text("body").notNull(),
  },
  (table) => [index().on(table.clientId), index().on(table.nextAt)],
);

/** Alerts of which a user is still to be notified, by the next digest or mail. */
export const waitingAlerts = pgTable(
  "waiting_alerts",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users._id, { onDelete: "cascade" }),
    notificationId: text("notification_id")
      .notNull()
      .references(() => notifications._id, { onDelete: "cascade" }),
    clientId: text("client_id")
      .notNull()
      .references(() => clients._id, { onDelete: "cascade" }),
    date: instant("date").notNull(),
    /** True for an alert that was shown at once, of which only the mail is missing. */
    isShown: boolean("is_shown").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.notificationId] }),
    index().on(table.notificationId),
    index().on(table.clientId),
  ],
);
