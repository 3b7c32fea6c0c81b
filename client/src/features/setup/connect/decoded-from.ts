import { type Decoded, decodeMessage } from "@lamina/shared/doors/decode";
import type { Gateway } from "@lamina/shared/doors/gateway";
import { now } from "../../../platform/clock.ts";

/** A message as text, JSON or a form, read with a gateway's mapping; null for any other text. */
export function decodedFrom(message: string, gateway: Partial<Gateway>): Decoded | null {
  const body = message.trim();
  const at = new Date(now());
  if (/^[\w.@%+-]+=/.test(body)) return decodeMessage(Object.fromEntries(new URLSearchParams(body)), gateway, at);
  try {
    return decodeMessage(JSON.parse(body), gateway, at);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return null;
  }
}
