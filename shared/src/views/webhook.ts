import * as z from "zod";
import { Id, Moment } from "../core/record.ts";

/** Why a post failed: the answer's status, or no answer. `off`: the webhook is not enabled. */
export const WebhookFault = z.enum([
  "status",
  "private-address",
  "no-address",
  "certificate",
  "timeout",
  "no-connection",
  "off",
]);
export type WebhookFault = z.infer<typeof WebhookFault>;

/** Where a client's alerts are posted: https, without credentials. */
const WebhookUrl = z
  .url({ protocol: /^https$/ })
  .max(2000)
  .refine((text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    return url !== undefined && url.username === "" && url.password === "" && url.hash === "";
  });

/** The own fields of a webhook, in the answer 409. */
export const WebhookVersion = z.object({ url: z.string().nullable(), enabled: z.boolean() });
export type WebhookVersion = z.infer<typeof WebhookVersion>;

export const WebhookFields = z.object({
  clientId: Id,
  /** Null removes the webhook and its secret. */
  url: WebhookUrl.nullable(),
  enabled: z.boolean().default(true),
  /** What the person saw: anything else is answered 409 with the stored version. Without it the stored one is replaced. */
  seen: WebhookVersion.optional(),
});

/** Reply of `GET /Webhook/GetByClientID`. */
export const Webhook = WebhookVersion.extend({
  /** When its secret was made. */
  secretSince: Moment.nullable(),
  lastSuccess: Moment.nullable(),
  lastFault: z.object({ at: Moment, reason: z.string() }).nullable(),
  /** Posts that wait for another attempt. */
  waiting: z.number().int(),
});
export type Webhook = z.infer<typeof Webhook>;

/** Reply of `POST /Webhook/RotateSecret`: `whsec_` and base64, sent only here. */
export const WebhookSecret = z.object({ secret: z.string() });

/** Reply of `POST /Webhook/Test`. */
export const WebhookTest = z.object({
  ok: z.boolean(),
  status: z.number().int().optional(),
  fault: WebhookFault.optional(),
});
export type WebhookTest = z.infer<typeof WebhookTest>;
