import { PushAddress } from "@lamina/shared/messages/push";
import * as z from "zod";

/** A device of a user, as stored. Times are in milliseconds since the epoch. */
export const Subscription = z.object({
  id: z.string(),
  userName: z.string(),
  device: z.string(),
  address: PushAddress,
  since: z.number(),
  /** When it was last sent with a proved token. */
  renewedAt: z.number(),
  /** Sha-256 of that token: if the API refuses it, the session is over. */
  tokenHash: z.string(),
});
export type Subscription = z.infer<typeof Subscription>;

/** Identifies the device. */
export function targetOf(address: PushAddress): string {
  return address.kind === "web" ? address.endpoint : `${address.kind} ${address.token}`;
}

const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/Android/, "Android"],
  [/iPhone|iPad/, "iOS"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

/** Browser and system in a `User-Agent`, such as `Chrome, Android`. Empty if it names neither. */
export function deviceOf(userAgent: string | undefined): string {
  const nameIn = (rows: readonly [RegExp, string][]) => rows.find(([form]) => form.test(userAgent ?? ""))?.[1];
  return [nameIn(BROWSERS), nameIn(SYSTEMS)].filter((name) => name !== undefined).join(", ");
}
