import { createHmac } from "node:crypto";
import { request } from "node:https";
import type { WebhookFault } from "@lamina/shared/views/webhook";
import { isPublicAddress, type Pinned, PrivateAddress, pin } from "./public-address.ts";

/** What a test changes, because its receiver is on this machine. */
export interface WebhookNetwork {
  isAllowed?: (address: string) => boolean;
  ca?: string;
}

interface Post {
  url: string;
  /** The same at each attempt, so that a receiver acts once. */
  id: string;
  body: string;
  /** Base64; the newest first. Each signs. */
  secrets: readonly string[];
  now: Date;
}

/** `status`: of an answer, if there was one. */
export type PostResult = { ok: true; status: number } | { ok: false; status?: number; fault: WebhookFault };

const TIMEOUT_MS = 10_000;

/** `v1,` and the signature of id, time and body, by the Standard Webhooks specification. */
function signature(secret: string, id: string, seconds: number, body: string): string {
  const key = Buffer.from(secret, "base64");
  return `v1,${createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64")}`;
}

/** One attempt, over verified TLS, to a public address. Follows no redirect. Never rejects. */
export async function postWebhook(post: Post, network: WebhookNetwork = {}): Promise<PostResult> {
  try {
    const pinned = await pin(new URL(post.url).hostname, network.isAllowed ?? isPublicAddress);
    const status = await exchange(post, pinned, network.ca);
    return status >= 200 && status < 300 ? { ok: true, status } : { ok: false, status, fault: "status" };
  } catch (error) {
    return { ok: false, fault: faultOf(error) };
  }
}

function exchange({ url, id, body, secrets, now }: Post, pinned: Pinned, ca: string | undefined): Promise<number> {
  const seconds = Math.floor(now.getTime() / 1000);
  const headers = {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    "user-agent": "Lamina-Webhook/1",
    "webhook-id": id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": secrets.map((secret) => signature(secret, id, seconds, body)).join(" "),
  };
  return new Promise((resolve, reject) => {
    const sending = request(url, {
      method: "POST",
      headers,
      agent: false,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      lookup: (_hostname, { all }, done) => (all ? done(null, [pinned]) : done(null, pinned.address, pinned.family)),
      ...(ca !== undefined && { ca }),
    });
    sending.on("error", reject);
    sending.on("response", (response) => {
      resolve(response.statusCode ?? 0);
      // The body says nothing, and may be endless.
      response.destroy();
    });
    sending.end(body);
  });
}

function faultOf(error: unknown): WebhookFault {
  if (error instanceof PrivateAddress) return "private-address";
  const { name, code = "" } = error as Partial<Record<"name" | "code", string>>;
  if (name === "AbortError" || name === "TimeoutError") return "timeout";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "no-address";
  return /CERT|TLS|SSL|SIGNED|ALTNAME/.test(code) ? "certificate" : "no-connection";
}
