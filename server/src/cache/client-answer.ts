import { hash } from "node:crypto";
import type { Readable } from "node:stream";

/** An answer of the API, cleaned for the client: headers by lower-case name, without those of the connection. */
export interface ClientAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  /** Whole, or a stream that can be read once. */
  body: Buffer | Readable;
}

/** Request headers that an answer may vary by, because they are part of the key or answered by the BFF itself. */
const OWN_VARY = new Set(["", "accept", "accept-encoding", "accept-language", "authorization", "origin"]);

/**
 * Whether an answer may be kept for the token that fetched it: a 200 that sets no cookie, varies by nothing foreign and
 * does not forbid it. `private` and `no-cache` do not: every entry belongs to one token, and the time-to-live is the
 * operator's word (§7). `headers` are the API's own.
 */
export function isStorable(status: number, headers: Readonly<Record<string, string | string[] | undefined>>): boolean {
  if (status !== 200 || headers["set-cookie"] !== undefined) return false;
  // The BFF asked for no encoding: what comes encoded nevertheless fits this one client at best.
  if (headers["content-encoding"] !== undefined) return false;
  if (/\bno-store\b/i.test(String(headers["cache-control"] ?? ""))) return false;
  const vary = String(headers.vary ?? "").toLowerCase();
  return vary.split(",").every((name) => OWN_VARY.has(name.trim()));
}

/** A weak validator made of the body, for an answer whose API sends none. */
export function validator(body: Buffer): string {
  return `W/"${hash("sha1", body, "base64url")}"`;
}

/** Headers that describe the body, not sent with a 304. */
const OF_THE_BODY = new Set(["content-type", "content-length", "content-encoding", "content-language"]);

/** The answer for a client that holds one already: 304 when `If-None-Match` names it (RFC 9110, 13.1.2). */
export function conditional(answer: ClientAnswer, ifNoneMatch: string | undefined): ClientAnswer {
  if (answer.status !== 200 || !matches(ifNoneMatch, answer.headers.etag)) return answer;
  if (!Buffer.isBuffer(answer.body)) answer.body.destroy();
  const headers = Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !OF_THE_BODY.has(name)));
  return { status: 304, headers, body: Buffer.alloc(0) };
}

/** A longer list of validators is ignored, as RFC 9110 allows: the client gets the whole answer. */
const MAX_IF_NONE_MATCH = 1_024;

function matches(ifNoneMatch: string | undefined, etag: string | undefined): boolean {
  if (!ifNoneMatch || !etag || ifNoneMatch.length > MAX_IF_NONE_MATCH) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, "");
  return ifNoneMatch.trim() === "*" || ifNoneMatch.split(",").some((tag) => opaque(tag) === opaque(etag));
}
