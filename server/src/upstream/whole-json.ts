import { problems } from "../errors.ts";
import type { UpstreamAnswer } from "./response-collector.ts";

/**
 * Refuses JSON that was cut where only the end of the connection ends it (RFC 9112, 6.3): a closed connection says
 * nothing of the rest, and half a list would be stored.
 * @param body without its encoding
 * @throws ProblemError 502
 */
export function refuseCutJson({ status, headers }: UpstreamAnswer, body: UpstreamAnswer["body"]): void {
  const { "content-length": length, "transfer-encoding": coding, "content-type": type = "" } = headers;
  if (length !== undefined || coding !== undefined || status !== 200 || !/\bjson\b/i.test(String(type))) return;
  if (!Buffer.isBuffer(body) || body.length === 0) return;
  try {
    // The decoder drops a byte order mark, which `JSON.parse` refuses.
    JSON.parse(new TextDecoder().decode(body));
  } catch (error) {
    throw problems.upstreamUnreachable(error);
  }
}
