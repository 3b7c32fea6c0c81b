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
