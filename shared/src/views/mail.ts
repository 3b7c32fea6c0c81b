import * as z from "zod";
import { Id, Moment, TimeOfDay } from "../core/record.ts";

/** Maximum addresses of one mail. */
export const MAIL_RECIPIENTS_MAX = 5;

/** The page of the app that ends the subscription of a mail; a `POST` ends it at once (RFC 8058). */
export const UNSUBSCRIBE_PATH = "/unsubscribe";

/** A report that is mailed: manejo da irrigação, or consumo de água. */
export const MailedReport = z.enum(["management", "consumption"]);
export type MailedReport = z.infer<typeof MailedReport>;

/** A mail that was given up. */
const UndeliveredMail = z.object({ _id: Id, date: Moment, recipient: z.string(), subject: z.string() });
export type UndeliveredMail = z.infer<typeof UndeliveredMail>;

export const ReportMailState = z.object({
  configured: z.boolean(),
  email: z.string().nullable(),
  /** Whether the installation can send reports every month: its mails need the address of the app. */
  monthly: z.boolean().default(false),
  /** The reports of this client that the caller gets every month, with the moment of the next mail. */
  subscriptions: z.array(z.object({ report: MailedReport, nextAt: Moment })).default([]),
  /** Mails of the caller that were given up in the last month, newest first. */
  undelivered: z.array(UndeliveredMail).default([]),
});
export type ReportMailState = z.infer<typeof ReportMailState>;

/** Reply of `GET /MailSubscription/GetOwn`: what the link of a mail ends. */
export const MailSubscription = z.object({
  /** The monthly report, or the mails with alerts. */
  kind: z.enum(["management", "consumption", "alerts"]),
  /** Null for alerts, which concern all clients of the person. */
  clientName: z.string().nullable(),
  /** False when it has ended. */
  active: z.boolean(),
});
export type MailSubscription = z.infer<typeof MailSubscription>;

/** When a person is notified of alerts: of each at once, of all once a day, or of critical ones at once. */
export const AlertPace = z.enum(["at-once", "critical-at-once", "daily"]);
export type AlertPace = z.infer<typeof AlertPace>;

/** How a person is notified of alerts, for all their clients. */
export const AlertSettingsFields = z.object({
  pace: AlertPace,
  /** Time of the daily digest on the client's clock. */
  digestAt: TimeOfDay,
  /** Whether they also come by mail. */
  byMail: z.boolean(),
  /** The person's own quiet hours on the farm's clock, which critical alerts ignore; null without any. */
  quietFrom: TimeOfDay.nullable().default(null),
  quietTo: TimeOfDay.nullable().default(null),
});
export type AlertSettingsFields = z.infer<typeof AlertSettingsFields>;

const AlertWay = z.enum(["app", "mail"]);
const AlertChannelState = z.object({
  channel: AlertWay,
  lastSuccess: Moment.nullable(),
  lastFault: Moment.nullable(),
});

/** Reply of `POST /Notification/Test`. `queued`: its success or fault follows in the settings; `off`: not configured. */
export const AlertTest = z.object({
  /** The id of the message in the app, so that a page knows it when it arrives. */
  notificationId: Id,
  outcomes: z.array(z.object({ channel: AlertWay, outcome: z.enum(["sent", "queued", "failed", "off"]) })),
});
export type AlertTest = z.infer<typeof AlertTest>;

/** Reply of `GET /Notification/GetSettings`. */
export const AlertSettings = AlertSettingsFields.extend({
  /** Whether the installation can mail alerts. */
  mails: z.boolean(),
  email: z.string().nullable(),
  /** Mails of the person that were given up in the last month, newest first. */
  undelivered: z.array(UndeliveredMail).default([]),
  /** When each way last worked and last failed: messages in the app, and mails. */
  channels: z.array(AlertChannelState).default([]),
});
export type AlertSettings = z.infer<typeof AlertSettings>;
