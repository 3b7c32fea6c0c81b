import { pipeline, type Readable } from "node:stream";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import type { ClientAnswer } from "./client-answer.ts";
import type { Awaitable } from "./store.ts";

export type Encoding = "br" | "gzip";

/** In bytes; compressing a smaller response saves no packet. */
const MIN_LENGTH = 1_024;
/** Quality 4 of 11 compresses JSON about as well as gzip's best level, in much less time. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const COMPRESSIBLE = /^(text\/|application\/([\w.+-]+\+)?(json|xml|javascript)|image\/svg\+xml)/i;

/** Concurrent compressions: Node's default number of pool threads. More would only hold memory. */
const MAX_COMPRESSIONS = 4;
/** A browser sends about 30 characters. A longer header is ignored: every client accepts an unencoded response. */
const MAX_ACCEPT_ENCODING = 256;

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/** Negotiated encodings by header. Browsers send few different ones. */
const negotiated = new LRUCache<string, { encoding: Encoding | undefined }>({ max: 100 });

/** The preferred encoding that an `Accept-Encoding` header allows, undefined for none. */
export function negotiate(acceptEncoding: string | undefined): Encoding | undefined {
  if (!acceptEncoding || acceptEncoding.length > MAX_ACCEPT_ENCODING) return undefined;
  const previous = negotiated.get(acceptEncoding);
  if (previous) return previous.encoding;
  const encoding = preferred(acceptEncoding);
  negotiated.set(acceptEncoding, { encoding });
  return encoding;
}

function preferred(acceptEncoding: string): Encoding | undefined {
  const allowed = new Map<string, boolean>();
  for (const part of acceptEncoding.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim());
    allowed.set(name, !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)));
  }
  return (["br", "gzip"] as const).find((encoding) => allowed.get(encoding) ?? allowed.get("*"));
}

/**
 * Encodes a response where that saves bytes. Done once, before it is stored, because compressing a hit costs far more
 * than the hit.
 */
export function encode(answer: ClientAnswer, encoding: Encoding | undefined): Awaitable<ClientAnswer> {
  return encoding && isWorthIt(answer) ? compressed(answer, encoding) : answer;
}

async function compressed({ status, headers, body }: ClientAnswer, encoding: Encoding): Promise<ClientAnswer> {
  if (Buffer.isBuffer(body)) {
    return { status, headers: encodedHeaders(headers, encoding), body: await compress(body, encoding) };
  }
  const compressor = encoding === "br" ? createBrotliCompress(BROTLI) : createGzip();
  // The pipeline destroys the compressed stream on an error, so its reader gets the error.
  const stream: Readable = pipeline(body, compressor, () => {});
  return { status, headers: encodedHeaders(headers, encoding), body: stream };
}

let compressing = 0;
const waiting: (() => void)[] = [];

async function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (compressing < MAX_COMPRESSIONS) compressing++;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    const compressed = encoding === "br" ? await compressors.br(body, BROTLI) : await compressors.gzip(body);
    // zlib returns a slice of its output chunk; without a copy the stored response holds the whole chunk in memory.
    const exact = Buffer.allocUnsafeSlow(compressed.length);
    compressed.copy(exact);
    return exact;
  } finally {
    const next = waiting.shift();
    if (next) next();
    else compressing--;
  }
}

function isWorthIt({ headers, body }: ClientAnswer): boolean {
  if (Buffer.isBuffer(body) && body.length < MIN_LENGTH) return false;
  if (headers["content-encoding"] || headers["content-range"]) return false;
  return COMPRESSIBLE.test(headers["content-type"] ?? "") && !/no-transform/i.test(headers["cache-control"] ?? "");
}

/** An encoded body is another representation: it has another length, and a strong validator would be wrong. */
function encodedHeaders(headers: ClientAnswer["headers"], encoding: Encoding): ClientAnswer["headers"] {
  const { "content-length": _length, "accept-ranges": _ranges, etag, ...rest } = headers;
  const weak = etag === undefined || etag.startsWith("W/") ? etag : `W/${etag}`;
  return { ...rest, "content-encoding": encoding, ...(weak !== undefined && { etag: weak }) };
}
