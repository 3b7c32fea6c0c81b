import * as z from "zod";
import { Id } from "../../core/record.ts";
import { MAIL_RECIPIENTS_MAX, MailedReport, MailSubscription, ReportMailState } from "../../views/mail.ts";
import { ConsumptionReport, ManagementReport } from "../../views/report.ts";
import { ById, endpoint, UpdateReply } from "../endpoint.ts";
import { changeCall, Range, readCall } from "./call-shapes.ts";

export const reportCalls = {
  managementReport: readCall("report", {
    path: "/Report/IrrigationManager",
    query: Range.extend({
      pivotId: z.string().optional(),
      sectorId: z.string().optional(),
      rows: z.enum(["all", "none"]).default("all").describe("none: totals only"),
      after: z.string().optional().describe("cursor of the previous page"),
    }),
    reply: ManagementReport,
    summary: "Manejo da irrigação of a client, in pages",
  }),
  consumptionReport: readCall("report", {
    path: "/Report/WaterConsumption",
    query: ById.extend({
      year: z.coerce.number().int().min(2000).max(2200).optional(),
      from: z.string().optional(),
      to: z.string().optional(),
    }),
    reply: ConsumptionReport,
    summary: "Consumo de água of a client in a year, or between two days",
  }),
  reportMailState: readCall("report", {
    path: "/Report/GetMailState",
    reply: ReportMailState,
    summary:
      "Whether the installation sends mails, and the caller's address, subscriptions and mails that were given up",
  }),
  reportMail: changeCall("report", "view", {
    path: "/Report/Mail",
    body: z.object({
      clientId: Id,
      report: MailedReport.default("management"),
      from: z.string(),
      to: z.string(),
      farmId: Id.optional(),
      pivotId: Id.optional(),
      recipients: z.array(z.email().max(254)).min(1).max(MAIL_RECIPIENTS_MAX),
    }),
    summary: "Mails a report of some days, as CSV; 409 mail-not-configured where the installation sends none",
  }),
  reportSubscribe: changeCall("report", "view", {
    path: "/Report/Subscribe",
    body: z.object({ clientId: Id, report: MailedReport }),
    summary: "Mails the caller a report of each month; 409 mail-not-configured, or email-missing without an address",
  }),
  reportUnsubscribe: changeCall("report", "view", {
    path: "/Report/Unsubscribe",
    body: z.object({ clientId: Id, report: MailedReport }),
    summary: "Ends the caller's monthly report; matches 0 when it has ended",
  }),
  mailSubscription: endpoint({
    method: "GET",
    path: "/MailSubscription/GetOwn",
    reply: MailSubscription,
    otherToken: true,
    summary: "What the link of a mail ends, by the token of that link",
  }),
  mailSubscriptionEnd: endpoint({
    method: "POST",
    path: "/MailSubscription/End",
    reply: UpdateReply,
    otherToken: true,
    summary: "Ends what the link of a mail names, by the token of that link; matches 0 when it has ended",
  }),
} as const;
