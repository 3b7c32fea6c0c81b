import type { PushAddress } from "@lamina/shared/messages/push";
import type { Dispatcher } from "undici";
import { encrypt } from "./encryption.ts";
import { contentOf } from "./message.ts";
import { type PushSender, post } from "./sender.ts";
import type { Vapid } from "./vapid.ts";

type WebAddress = Extract<PushAddress, { kind: "web" }>;

/** Web Push (RFC 8030). `vapid` gives the keys of the moment; undefined while they are not known. */
export function webSender(
  agent: Dispatcher,
  vapid: () => Vapid | undefined,
  clock: () => number,
): PushSender<WebAddress> {
  return {
    async send({ endpoint, keys }, message) {
      const signer = vapid();
      if (!signer) return { result: "again", afterMs: undefined };
      const { urgency, ttlS, topic } = message;
      const headers = {
        authorization: await signer.authorization(endpoint),
        "content-encoding": "aes128gcm",
        "content-type": "application/octet-stream",
        ttl: String(ttlS),
        urgency,
        ...(topic !== undefined && { topic }),
      };
      const body = encrypt(contentOf(message), keys);
      const isGone = (status: number) => status === 404 || status === 410;
      return post({ agent, url: endpoint, headers, body, isGone, now: clock() });
    },
  };
}
