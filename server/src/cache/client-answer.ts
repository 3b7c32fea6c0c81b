import { createCipheriv, hash } from "node:crypto";
import type { Readable } from "node:stream";
import { CLIENT_ID_HEADER } from "@lamina/shared/calls/client-id-header";

/** A response of the API, prepared for the client: headers by lower-case name, without hop-by-hop headers. */
export interface ClientAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  /** The whole body, or a stream that can be read once. */
  body: Buffer | Readable;
}

/** Values of `Vary` that allow storing, because they are part of the key or handled by the BFF itself. */
const OWN_VARY = new Set(["", "accept", "accept-encoding", "accept-language", "authorization", "origin"]);

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Whether a response may be stored for the token that fetched it: a 200 that is shareable. */
export function isStorable(status: number, headers: Headers): boolean {
  // The BFF requests no encoding, so an encoded response cannot be sent to other clients.
  return status === 200 && headers["content-encoding"] === undefined && isShareable(headers);
}

/**
 * Whether a response may answer several requests of one token (RFC 9111, 4): it sets no cookie, varies only by
 * `OWN_VARY` and has no `no-store`. `private` and `no-cache` allow it, because an entry belongs to one token and the
 * operator sets the time-to-live (§7). `headers` are the API's own.
 */
export function isShareable(headers: Headers): boolean {
  if (headers["set-cookie"] !== undefined) return false;
  if (/\bno-store\b/i.test(String(headers["cache-control"] ?? ""))) return false;
  if (headers.vary === undefined) return true;
  const vary = String(headers.vary).toLowerCase();
  return vary.split(",").every((name) => OWN_VARY.has(name.trim()));
}

/** The one client that a response of the API concerns; undefined when it names none or several. */
export function clientOf(headers: Headers): string | undefined {
  const value = headers[CLIENT_ID_HEADER];
  return typeof value === "string" && /^[^\s,]{1,128}$/.test(value) ? value : undefined;
}

/** From this size in bytes GMAC, which takes longer to begin, is faster than SHA-1. */
const LARGE = 65_536;
const NO_NONCE = Buffer.alloc(12);

/**
 * A weak validator computed from the body, for a response without one. Of a large body it is a GMAC. Its key is the
 * caller's own token, so that no other user can write two bodies with one validator for this caller.
 * @param caller sha-256 of the token, hexadecimal; undefined for a public call
 */
export function validator(body: Buffer, caller: string | undefined): string {
  if (caller === undefined || body.length < LARGE) return `W/"${hash("sha1", body, "base64url")}"`;
  const mac = createCipheriv("aes-256-gcm", Buffer.from(caller, "hex"), NO_NONCE).setAAD(body);
  mac.final();
  return `W/"${mac.getAuthTag().toString("base64url")}"`;
}

/** Headers that describe the body; a 304 omits them. */
const OF_THE_BODY = new Set(["content-type", "content-length", "content-encoding", "content-language"]);

/** The response for a conditional request: 304 when `If-None-Match` matches (RFC 9110, 13.1.2). */
export function conditional(answer: ClientAnswer, ifNoneMatch: string | undefined): ClientAnswer {
  if (answer.status !== 200 || !matches(ifNoneMatch, answer.headers.etag)) return answer;
  if (!Buffer.isBuffer(answer.body)) answer.body.destroy();
  const headers = Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !OF_THE_BODY.has(name)));
  return { status: 304, headers, body: Buffer.alloc(0) };
}

/** A longer list of validators is ignored, as RFC 9110 allows: the client gets the full response. */
const MAX_IF_NONE_MATCH = 1_024;

function matches(ifNoneMatch: string | undefined, etag: string | undefined): boolean {
  if (!ifNoneMatch || !etag || ifNoneMatch.length > MAX_IF_NONE_MATCH) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, "");
  return ifNoneMatch.trim() === "*" || ifNoneMatch.split(",").some((tag) => opaque(tag) === opaque(etag));
}
