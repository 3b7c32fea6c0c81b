import * as z from "zod";
import { PushMessage } from "./message.ts";

/** A message for one device that its push service has not taken yet. */
export const Unsent = z.object({
  subscriptionId: z.string(),
  message: PushMessage,
  /** When it is too old to be sent, in milliseconds since the epoch. */
  until: z.number(),
});
export type Unsent = z.infer<typeof Unsent>;

/** The same for each attempt. */
export function unsentKey({ subscriptionId, message }: Unsent): string {
  return `${message.id} ${subscriptionId}`;
}
