import * as z from "zod";
import { TopicName } from "./broker.ts";

/** Close codes of `/realtime` (contract). 4401 means log in again; after any other the client reconnects. */
export const CloseCode = {
  goingDown: 1001,
  frameTooLarge: 1009,
  consumerTooSlow: 1013,
  unauthorized: 4401,
  originNotAllowed: 4403,
  authenticationTimeout: 4408,
  publishingTooFast: 4429,
} as const;
export type CloseCode = (typeof CloseCode)[keyof typeof CloseCode];

export const BrokerState = z.enum(["closed", "connecting", "connected"]);
export type BrokerState = z.infer<typeof BrokerState>;

/** Frames from the browser to the BFF. The first one authenticates. */
export const ClientFrame = z.discriminatedUnion("type", [
  z.object({ type: z.literal("authenticate"), token: z.string() }),
  z.object({ type: z.literal("subscribe"), topic: TopicName }),
  z.object({ type: z.literal("unsubscribe"), topic: TopicName }),
  z.object({ type: z.literal("publish"), topic: TopicName, message: z.unknown() }),
  /**
   * The user sees the page that got the message with this `ack`, so that it needs no push. With `device`, an app in the
   * background: only this registered device has shown the message.
   */
  z.object({ type: z.literal("acknowledge"), ack: z.string().max(64), device: z.string().max(64).optional() }),
]);
export type ClientFrame = z.infer<typeof ClientFrame>;

/** Frames from the BFF to the browser. */
export const ServerFrame = z.discriminatedUnion("type", [
  z.object({ type: z.literal("authenticated") }),
  z.object({ type: z.literal("state"), state: BrokerState }),
  z.object({ type: z.literal("subscribed"), topic: z.string() }),
  z.object({
    type: z.literal("message"),
    topic: z.string(),
    message: z.unknown(),
    date: z.string(),
    /** The publisher's id: an equal id, date and message identify a duplicate. */
    id: z.string().optional(),
    /** Only when the broker had stored it, so that a page may already have it; `dated`: the date is the envelope's. */
    retained: z.object({ dated: z.boolean() }).optional(),
    /** On `changes` only: the open pages of the user that get this message, if several. */
    pages: z.number().optional(),
    /** Only for a user with push: a page that the user sees, or a device that has shown it, sends it back in `acknowledge`. */
    ack: z.string().optional(),
  }),
  z.object({ type: z.literal("error"), error: z.string(), topic: z.string().optional() }),
]);
export type ServerFrame = z.infer<typeof ServerFrame>;

/** Event published on `navigation` (readings, 19). */
export interface NavigationEvent {
  from: string;
  to: string;
}

/** Event published on `api-request` (readings, 19): no query value, body or token. */
export interface ApiRequestEvent {
  method: string;
  path: string;
  status: number;
  durationMs: number;
}
