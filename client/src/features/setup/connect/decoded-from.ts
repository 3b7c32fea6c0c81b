import { type Decoded, decodeMessages } from "@lamina/shared/doors/decode";
import type { Gateway } from "@lamina/shared/doors/gateway";
import { now } from "../../../platform/clock.ts";

/** A message as text, JSON or a form, read with a gateway's mapping; null for any other text. A message of several devices has a result for each. */
export function decodedFrom(message: string, gateway: Partial<Gateway>): Decoded[] | null {
  const body = message.trim();
  const at = new Date(now());
  if (/^[\w.@%+-]+=/.test(body)) return decodeMessages(Object.fromEntries(new URLSearchParams(body)), gateway, at);
  try {
    return decodeMessages(JSON.parse(body), gateway, at);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return null;
  }
}
