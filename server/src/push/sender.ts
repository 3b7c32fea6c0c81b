import { createSecureContext } from "node:tls";
import type { PushAddress } from "@lamina/shared/messages/push";
import { Agent, type Dispatcher, request } from "undici";
import { authorities } from "../authorities.ts";
import { rootCause } from "../errors.ts";
import type { PushMessage } from "./message.ts";
import { guardedLookup } from "./public-address.ts";

/**
 * What a push service answered. `again`: it did not take the message, and may take it later. `failed`: it refuses the
 * message, or the connection broke before its answer.
 */
export type SendResult =
  | { result: "sent" | "gone" | "failed"; status?: number }
  | { result: "again"; status?: number; afterMs: number | undefined };

/** One channel to devices. `send` never rejects. */
export interface PushSender<Address extends PushAddress = PushAddress> {
  send(address: Address, message: PushMessage): Promise<SendResult>;
}

/** How long a push service may take to answer. */
export const ANSWER_MS = 10_000;
/** Errors of a connection that was never made, so that nothing was sent. */
const NOT_SENT = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ENETUNREACH",
  "EHOSTUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);
const TOO_MANY = 429;

/** Connections to push services: to allowed addresses only, over verified TLS. */
export function pushAgent(isAllowed: (address: string) => boolean, ca: string | undefined): Agent {
  // Created once, because the authorities would otherwise be parsed at each connection.
  const secureContext = createSecureContext({ ca: authorities(ca) });
  return new Agent({
    connect: { lookup: guardedLookup(isAllowed), secureContext, rejectUnauthorized: true, timeout: ANSWER_MS },
    headersTimeout: ANSWER_MS,
    bodyTimeout: ANSWER_MS,
    connections: 8,
    maxResponseSize: 65_536,
  });
}

interface Post {
  /** A dispatcher of {@link pushAgent}. */
  agent: Dispatcher;
  url: string;
  headers: Record<string, string>;
  body: Buffer | string;
  /** Whether an answer says that the device is gone. */
  isGone(status: number, body: string): boolean;
  now: number;
}

/** Sends one message, and reads the answer as push services mean it. Follows no redirect. */
export async function post({ agent, url, headers, body, isGone, now }: Post): Promise<SendResult> {
  try {
    const answer = await request(url, { dispatcher: agent, method: "POST", headers, body });
    return resultOf({
      status: answer.statusCode,
      body: await answer.body.text(),
      headers: answer.headers,
      isGone,
      now,
    });
  } catch (error) {
    const cause = rootCause(error);
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
    return NOT_SENT.has(code) ? { result: "again", afterMs: undefined } : { result: "failed" };
  }
}

interface Answer extends Pick<Post, "isGone" | "now"> {
  status: number;
  body: string;
  headers: Record<string, string | string[] | undefined>;
}

export function resultOf({ status, body, headers, isGone, now }: Answer): SendResult {
  if (status >= 200 && status < 300) return { result: "sent", status };
  if (isGone(status, body)) return { result: "gone", status };
  if (status !== TOO_MANY && status < 500) return { result: "failed", status };
  return { result: "again", status, afterMs: retryAfter(headers["retry-after"], now) };
}

/** `Retry-After` (RFC 9110, 10.2.3): seconds, or a date. */
function retryAfter(header: string | string[] | undefined, now: number): number | undefined {
  if (typeof header !== "string") return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}
