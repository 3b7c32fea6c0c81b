import { Webhook, WebhookFields, WebhookSecret, WebhookTest } from "../../views/webhook.ts";
import { ById, endpoint } from "../endpoint.ts";
import { changeCall, readCall } from "./call-shapes.ts";

const access = { screen: "config", action: "edit" } as const;

export const webhookCalls = {
  webhook: readCall("config", {
    path: "/Webhook/GetByClientID",
    reply: Webhook,
    summary: "The address that a client's alerts are posted to, with its last success and fault",
  }),
  webhookSet: changeCall("config", "edit", {
    path: "/Webhook/Set",
    body: WebhookFields,
    summary: "Changes or removes that address; 409 with the stored one when it differs from `seen`",
  }),
  webhookRotate: endpoint({
    method: "POST",
    path: "/Webhook/RotateSecret",
    body: ById,
    reply: WebhookSecret,
    access,
    summary: "Makes a new secret for signatures; the one before signs too for a day",
  }),
  webhookTest: endpoint({
    method: "POST",
    path: "/Webhook/Test",
    body: ById,
    reply: WebhookTest,
    access,
    summary: "Posts a test at once, and answers with its outcome",
  }),
} as const;
