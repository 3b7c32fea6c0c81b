import * as z from "zod";
import { ALERT_NOTE_MAX } from "../../core/limits.ts";
import { Id } from "../../core/record.ts";
import { Notification } from "../../records/alert.ts";
import { AlertSettings, AlertSettingsFields, AlertTest } from "../../views/mail.ts";
import { endpoint, PageQuery, pageOf, RecordId } from "../endpoint.ts";
import { changeCall, readCall } from "./call-shapes.ts";

export const notificationCalls = {
  notifications: readCall("alerts", {
    path: "/Notification/GetByClientID",
    query: PageQuery.extend({ open: z.enum(["true", "false"]).optional() }),
    reply: pageOf(Notification),
    summary: "Inbox of a client, newest first",
  }),
  notificationRead: changeCall("alerts", "view", {
    path: "/Notification/Read",
    body: z.object({ ids: z.array(Id).min(1).max(1000) }),
    summary: "Marks alerts as read by the caller",
  }),
  notificationTake: changeCall("alerts", "edit", {
    path: "/Notification/Take",
    body: RecordId,
    summary: "Takes an alert: it stops repeating",
  }),
  notificationResolve: changeCall("alerts", "edit", {
    path: "/Notification/Resolve",
    body: z.object({ _id: Id, note: z.string().max(ALERT_NOTE_MAX).optional() }),
    summary: "Closes an alert",
  }),
  notificationReopen: changeCall("alerts", "edit", {
    path: "/Notification/Reopen",
    body: RecordId,
    summary: "Undoes the closing of an alert by a person; an alert whose cause has ended then ends by itself",
  }),
  alertSettings: endpoint({
    method: "GET",
    path: "/Notification/GetSettings",
    reply: AlertSettings,
    access: { screen: "alerts", action: "view" },
    summary: "When and by which ways the caller is notified of alerts",
  }),
  alertSettingsChange: changeCall("alerts", "view", {
    path: "/Notification/SetSettings",
    body: AlertSettingsFields,
    summary: "Changes when and by which ways the caller is notified of alerts",
  }),
  alertTest: endpoint({
    method: "POST",
    path: "/Notification/Test",
    body: z.object({}),
    reply: AlertTest,
    access: { screen: "alerts", action: "view" },
    summary: "Sends the caller a test by every way that the API has to them",
  }),
} as const;
