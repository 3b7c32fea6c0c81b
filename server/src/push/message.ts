import { hash } from "node:crypto";
import { DAY_MS, HOUR_MS } from "@lamina/shared/core/time";
import { appPath, messageText } from "@lamina/shared/messages/message-text";
import { NotificationMessage, Severity } from "@lamina/shared/records/alert";
import * as z from "zod";
import type { ReceivedMessage } from "../realtime/received-message.ts";
import { MAX_CONTENT_BYTES } from "./encryption.ts";
import { text as words } from "./text.ts";

export const PushMessage = z.object({
  /** The id that a page gets to acknowledge, so that a device shows the message once. */
  id: z.string(),
  /** The content: text, link and the alert of the inbox, which the device may take; nothing else. */
  text: z.string(),
  link: z.string().nullable(),
  alert: z.string().nullable(),
  urgency: z.enum(["low", "normal", "high"]),
  /** Null for a message of another program. */
  severity: Severity.nullable(),
  /** How long a push service stores it for a device that is off. */
  ttlS: z.number(),
  /** Of several with one topic, a device that was off gets the last (RFC 8030, 5.4): at most 32 characters of base64url. */
  topic: z.string().optional(),
});
export type PushMessage = z.infer<typeof PushMessage>;

const MAX_TEXT = 1_000;
const MAX_LINK = 500;
const MAX_ID = 64;
const CUT = 50;
const NO_FIELDS = { link: null, severity: null, notificationId: null };

/** A message without a severity, as other programs publish, may be as urgent as any. */
const RANKS: Record<Severity | "unknown", Pick<PushMessage, "urgency" | "ttlS">> = {
  critical: { urgency: "high", ttlS: DAY_MS / 1000 },
  unknown: { urgency: "high", ttlS: DAY_MS / 1000 },
  warning: { urgency: "normal", ttlS: (12 * HOUR_MS) / 1000 },
  info: { urgency: "low", ttlS: (4 * HOUR_MS) / 1000 },
};

/** What a device gets of a message of the broker. Only information replaces earlier information of the same page. */
export function pushMessage({ json }: Pick<ReceivedMessage, "json">, id: string): PushMessage {
  const message: unknown = JSON.parse(json);
  const { link, severity, notificationId } = NotificationMessage.safeParse(message).data ?? NO_FIELDS;
  const path = appPath(link) ?? null;
  return {
    id,
    text: shortened(messageText(message, json) ?? words.noText),
    link: path !== null && path.length <= MAX_LINK ? path : null,
    ...RANKS[severity ?? "unknown"],
    severity,
    alert: notificationId !== null && notificationId.length <= MAX_ID ? notificationId : null,
    topic: severity === "info" && path !== null ? hash("sha256", path, "base64url").slice(0, 32) : undefined,
  };
}

/** The message that tests a device. */
export const TEST_MESSAGE: Omit<PushMessage, "id"> = {
  ...{ text: words.test, link: "/home", alert: null, urgency: "high", severity: null, ttlS: 60, topic: undefined },
};

export function contentOf({ id, text, link, alert }: PushMessage): Buffer {
  return Buffer.from(JSON.stringify({ id, text, link, ...(alert !== null && { alert }) }));
}

function shortened(text: string): string {
  let characters = [...text];
  if (characters.length > MAX_TEXT) characters = [...characters.slice(0, MAX_TEXT), "…"];
  const bytes = () => Buffer.byteLength(JSON.stringify(characters.join("")));
  while (bytes() > MAX_CONTENT_BYTES - 2 * MAX_LINK) characters = [...characters.slice(0, -CUT), "…"];
  return characters.join("");
}
