import { createPrivateKey } from "node:crypto";
import { type ClientHttp2Session, connect } from "node:http2";
import { text as readAll } from "node:stream/consumers";
import { MINUTE_MS } from "@lamina/shared/core/time";
import { notificationNumber, type PushAddress } from "@lamina/shared/messages/push";
import { SignJWT } from "jose";
import { type PushSender, resultOf, type SendResult } from "./sender.ts";
import { text as words } from "./text.ts";

type PhoneAddress = Extract<PushAddress, { token: string }>;

interface ApnsCredentials {
  /** PEM of the key (`.p8`). */
  key: string;
  keyId: string;
  teamId: string;
  /** Id of the app. */
  topic: string;
}

const SERVICE = "https://api.push.apple.com";
/** Apple refuses a token that is older than an hour, and renewals within 20 minutes. */
const TOKEN_MS = 40 * MINUTE_MS;
const ANSWER_MS = 10_000;
/** Priorities of Apple: at once, or as the battery allows. */
const PRIORITIES = { high: "10", normal: "5", low: "5" };

/** Apple Push Notification service, which speaks HTTP/2 only: phones with iOS. */
export function apnsSender(
  { key, keyId, teamId, topic: app }: ApnsCredentials,
  clock: () => number,
  { service = SERVICE, ca }: { service?: string; ca?: string | undefined } = {},
): PushSender<PhoneAddress> & { close(): void } {
  let session: ClientHttp2Session | undefined;
  let proof: { token: string; at: number } | undefined;
  const link = () => {
    if (session && !session.closed && !session.destroyed) return session;
    const opened = connect(service, ca === undefined ? {} : { ca });
    // The request has the error too.
    opened.on("error", () => opened.destroy());
    opened.setTimeout(MINUTE_MS, () => opened.close());
    opened.unref();
    session = opened;
    return opened;
  };
  const bearer = async () => {
    const now = clock();
    if (proof && now - proof.at < TOKEN_MS) return proof.token;
    const token = await new SignJWT({})
      .setProtectedHeader({ alg: "ES256", kid: keyId })
      .setIssuer(teamId)
      .setIssuedAt(Math.floor(now / 1000))
      .sign(createPrivateKey(key));
    proof = { token, at: now };
    return token;
  };
  const exchange = (headers: Record<string, string>, body: string): Promise<SendResult> =>
    new Promise((resolve) => {
      const stream = link().request({ ":method": "POST", ...headers });
      stream.setTimeout(ANSWER_MS, () => stream.close());
      stream.on("error", () => resolve({ result: "failed" }));
      stream.on("close", () => resolve({ result: "failed" }));
      stream.on("response", ({ ":status": status = 0, "retry-after": retryAfter }) => {
        readAll(stream).then(
          (answer) => {
            const isGone = () => status === 410 || /BadDeviceToken|DeviceTokenNotForTopic|Unregistered/.test(answer);
            const headers = { "retry-after": retryAfter };
            resolve(resultOf({ status, body: answer, headers, isGone, now: clock() }));
          },
          () => resolve({ result: "failed" }),
        );
      });
      stream.end(body);
    });
  return {
    async send({ token }, { id, text, link, urgency, ttlS }) {
      const headers = {
        ":path": `/3/device/${token}`,
        authorization: `bearer ${await bearer()}`,
        "apns-topic": app,
        "apns-push-type": "alert",
        "apns-priority": PRIORITIES[urgency],
        "apns-expiration": String(Math.floor(clock() / 1000) + ttlS),
        // The identifier of the app's own notification of the message, which this one replaces.
        "apns-collapse-id": String(notificationNumber(id)),
      };
      const alert = { title: words.title, body: text };
      return exchange(
        headers,
        JSON.stringify({ aps: { alert, sound: "default" }, id, ...(link !== null && { link }) }),
      );
    },
    close: () => session?.destroy(),
  };
}
