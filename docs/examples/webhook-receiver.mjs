// A receiver of Lâmina's webhook: verifies the signature, and gives each alert once to a handler that calls a gateway to
// WhatsApp, SMS or a siren. `LAMINA_WEBHOOK_SECRET=whsec_… node docs/examples/webhook-receiver.mjs`, behind a proxy with HTTPS.
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { pathToFileURL } from "node:url";

/** An older or newer message may be a copy that someone recorded. */
const TOLERANCE_S = 300;
const MAX_IDS = 1000;

/**
 * Whether a message is Lâmina's: one of its signatures is right, and its time is near.
 * @param {import("node:http").IncomingHttpHeaders} headers
 * @param {Buffer} body the bytes as they came, because JSON that is written again may differ
 * @param {string} secret `whsec_…`
 */
export function isGenuine(headers, body, secret, now = Date.now()) {
  const { "webhook-id": id, "webhook-timestamp": seconds, "webhook-signature": signatures } = headers;
  if (Math.abs(now / 1000 - Number(seconds)) > TOLERANCE_S) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const expected = createHmac("sha256", key).update(`${id}.${seconds}.`).update(body).digest();
  return String(signatures)
    .split(" ")
    .some((signature) => {
      const given = Buffer.from(signature.replace(/^v1,/, ""), "base64");
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
}

/** Answers the requests of Lâmina. `handle` gets `{type, timestamp, data}`; when it throws, Lâmina sends it again. */
export function receiver({ secret, handle, now = Date.now }) {
  const handled = new Set();
  return async (request, response) => {
    const body = await buffer(request);
    const id = request.headers["webhook-id"];
    if (!isGenuine(request.headers, body, secret, now())) return response.writeHead(401).end();
    try {
      // The same id comes again when an answer was lost.
      if (!handled.has(id)) await handle(JSON.parse(body.toString()));
      handled.add(id);
      if (handled.size > MAX_IDS) handled.delete(handled.values().next().value);
      response.writeHead(204).end();
    } catch (error) {
      console.error(error);
      response.writeHead(500).end();
    }
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const handle = ({ type, data }) => {
    const phones = (data.people ?? []).map(({ phone }) => phone).filter(Boolean);
    console.log(`${type} ${data.severity ?? ""} ${data.message ?? ""} → ${phones.join(", ")}`);
  };
  createServer(receiver({ secret: process.env.LAMINA_WEBHOOK_SECRET ?? "", handle })).listen(8080);
}
