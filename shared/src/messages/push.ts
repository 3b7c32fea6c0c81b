import * as z from "zod";
import type { Severity } from "../records/alert.ts";

const base64url = (bytes: number) =>
  z
    .string()
    .regex(/^[A-Za-z0-9_-]+$/)
    .length(Math.ceil((bytes * 4) / 3));

/** Where a device gets messages with the app closed: the push service of a browser (RFC 8030), or of a phone. */
export const PushAddress = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("web"),
    endpoint: z.string().max(2048),
    /** The browser's public key, and its secret of authentication (RFC 8291). */
    keys: z.object({ p256dh: base64url(65), auth: base64url(16) }),
  }),
  z.object({ kind: z.enum(["fcm", "apns"]), token: z.string().regex(/^[\w:-]{16,1024}$/) }),
]);
export type PushAddress = z.infer<typeof PushAddress>;

/** The channels of pushed messages on Android, whose user may silence each. Importance 5 is the maximum. */
export const PHONE_CHANNELS: Readonly<Record<Severity, { id: string; importance: 3 | 4 | 5 }>> = {
  critical: { id: "criticos", importance: 5 },
  warning: { id: "atencao", importance: 4 },
  info: { id: "avisos", importance: 3 },
};

/** Android requires numbers of notifications within 32 bits. */
const MAX_NUMBER = 2 ** 31 - 1;

/**
 * The number of a notification on a phone, the same for the same tag: of the app's own notification, and as text the tag
 * (FCM) or the identifier (APNs) of the pushed one, so that a message is shown once.
 */
export function notificationNumber(tag: string): number {
  let hash = 0;
  for (const character of tag) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % MAX_NUMBER;
  return hash + 1;
}

/** A device in the answer of `GET /push/subscriptions`. Dates are ISO 8601. */
export interface PushDevice {
  id: string;
  kind: PushAddress["kind"];
  /** Browser and system as the device names them, such as `Chrome, Android`. */
  device: string;
  since: string;
  lastSuccess: string | null;
}

/** `gone`: the push service no longer knows the device, which is removed. `off`: its channel is not configured here. */
export type PushResult = "sent" | "gone" | "failed" | "off";

/** The outcome for one device in the answer of `POST /push/test`. */
export interface PushOutcome {
  id: string;
  device: string;
  /** Of the test, which a device that gets it names. */
  messageId: string;
  outcome: PushResult;
  /** Status of the push service's answer, if there was one. */
  status?: number;
}
