import type { MailedReport } from "@lamina/shared/views/mail";
import { boolean, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { bytes, instant } from "../core/database/columns.ts";
import { clients } from "./clients.ts";
import { users } from "./identity.ts";

/** Mails to send. A sent mail stays for two days without its content, for the limit of mails; one given up for 30. */
export const mails = pgTable(
  "mails",
  {
    _id: text("_id").primaryKey(),
    clientId: text("client_id")
      .notNull()
      .references(() => clients._id, { onDelete: "cascade" }),
    /** The user who requested it. */
    userId: text("user_id"),
    createdAt: instant("created_at").notNull(),
    sentAt: instant("sent_at"),
    /** Attempts to send it. */
    attempts: integer("attempts").notNull().default(0),
    nextAt: instant("next_at").notNull(),
    /** True for a mail that the program sends by itself, which the limit of a user does not count. */
    automatic: boolean("automatic").notNull().default(false),
    recipient: text("recipient").notNull(),
    replyTo: text("reply_to"),
    subject: text("subject").notNull(),
    body: text("body").notNull(),
    fileName: text("file_name"),
    fileType: text("file_type"),
    file: bytes("file"),
    /** The link that ends such mails. */
    unsubscribeUrl: text("unsubscribe_url"),
  },
  (table) => [index().on(table.clientId), index().on(table.nextAt), index().on(table.userId, table.createdAt)],
);

export const reportSubscriptions = pgTable(
  "report_subscriptions",
  {
    _id: text("_id").primaryKey(),
    createdAt: instant("created_at").notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => users._id, { onDelete: "cascade" }),
    clientId: text("client_id")
      .notNull()
      .references(() => clients._id, { onDelete: "cascade" }),
    report: text("report").$type<MailedReport>().notNull(),
    /** The month of the next mail, `YYYY-MM`. A mail is stored together with the month after it, so that it is sent once. */
    nextMonth: text("next_month").notNull(),
  },
  (table) => [
    uniqueIndex("report_subscriptions_of_user").on(table.userId, table.clientId, table.report),
    index().on(table.clientId),
    index().on(table.nextMonth),
  ],
);
