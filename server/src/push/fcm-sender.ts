import { createPrivateKey } from "node:crypto";
import { HOUR_MS } from "@lamina/shared/core/time";
import { notificationNumber, PHONE_CHANNELS, type PushAddress } from "@lamina/shared/messages/push";
import { SignJWT } from "jose";
import { type Dispatcher, request } from "undici";
import * as z from "zod";
import type { FcmCredentials } from "../push-credentials.ts";
import { type PushSender, post } from "./sender.ts";
import { text as words } from "./text.ts";

type PhoneAddress = Extract<PushAddress, { token: string }>;

const SERVICE = "https://fcm.googleapis.com";
const SCOPE = "https://www.googleapis.com/auth/firebase.messaging";
const Access = z.object({ access_token: z.string(), expires_in: z.number() });
/** A token is renewed this long before it expires. */
const EARLY_MS = 60_000;
/** Of messages without a severity (`native-notifications.ts`). */
const CHANNEL = "mensagens";

/** Firebase Cloud Messaging, HTTP v1: phones with Android. */
export function fcmSender(
  { project_id, client_email, private_key, token_uri }: FcmCredentials,
  agent: Dispatcher,
  clock: () => number,
  service = SERVICE,
): PushSender<PhoneAddress> {
  let access: { token: string; until: number } | undefined;
  const bearer = async () => {
    const now = clock();
    if (access && now < access.until) return access.token;
    const assertion = await new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: "RS256", typ: "JWT" })
      .setIssuer(client_email)
      .setAudience(token_uri)
      .setIssuedAt(Math.floor(now / 1000))
      .setExpirationTime(Math.floor((now + HOUR_MS) / 1000))
      .sign(createPrivateKey(private_key));
    const body = new URLSearchParams({ grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion });
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const answer = await request(token_uri, { dispatcher: agent, method: "POST", headers, body: body.toString() });
    const { access_token, expires_in } = Access.parse(await answer.body.json());
    access = { token: access_token, until: now + expires_in * 1000 - EARLY_MS };
    return access_token;
  };
  return {
    async send({ token }, { id, text, link, urgency, severity, ttlS, topic }) {
      const android = {
        priority: urgency === "high" ? "HIGH" : "NORMAL",
        ttl: `${ttlS}s`,
        ...(topic !== undefined && { collapse_key: topic }),
        notification: {
          channel_id: severity === null ? CHANNEL : PHONE_CHANNELS[severity].id,
          tag: String(notificationNumber(id)),
        },
      };
      const notification = { title: words.title, body: text };
      const body = JSON.stringify({
        message: { token, notification, android, data: { id, ...(link !== null && { link }) } },
      });
      const authorization = await bearer().catch(() => undefined);
      if (authorization === undefined) return { result: "again", afterMs: undefined };
      const result = await post({
        agent,
        url: `${service}/v1/projects/${project_id}/messages:send`,
        headers: { authorization: `Bearer ${authorization}`, "content-type": "application/json" },
        body,
        isGone: (status, answer) => status === 404 || answer.includes("UNREGISTERED"),
        now: clock(),
      });
      if (result.status === 401) access = undefined;
      return result;
    },
  };
}
