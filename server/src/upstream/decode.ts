import { pipeline, type Readable, type Transform } from "node:stream";
import { promisify } from "node:util";
import {
  brotliDecompress,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
  gunzip,
  inflate,
  inflateRaw,
  zstdDecompress,
} from "node:zlib";
import { problems } from "../errors.ts";
import type { UpstreamAnswer } from "./response-collector.ts";

/** A body of at most 1 MiB that becomes longer than this is an attack. */
const MAX_BYTES = 67_108_864;

interface Decoder {
  whole(body: Buffer): Promise<Buffer>;
  stream(): Transform;
}

const LIMIT = { maxOutputLength: MAX_BYTES };
const [unzip, zlib, raw] = [promisify(gunzip), promisify(inflate), promisify(inflateRaw)];
const [brotli, zstd] = [promisify(brotliDecompress), promisify(zstdDecompress)];
/** Some servers leave out the header of zlib, and browsers read it all the same. */
const isZlib = (body: Buffer) => ((body[0] ?? 0) & 0x0f) === 8;
const GZIP: Decoder = { whole: (body) => unzip(body, LIMIT), stream: () => createGunzip() };
const DECODERS = new Map<string, Decoder>([
  ["gzip", GZIP],
  ["x-gzip", GZIP],
  ["deflate", { whole: (body) => (isZlib(body) ? zlib : raw)(body, LIMIT), stream: () => createInflate() }],
  ["br", { whole: (body) => brotli(body, LIMIT), stream: () => createBrotliDecompress() }],
  ["zstd", { whole: (body) => zstd(body, LIMIT), stream: () => createZstdDecompress() }],
]);
/** More of them are an attack. */
const MAX_ENCODINGS = 3;

/**
 * The answer without its encodings: some APIs encode although `identity` is requested. Without that it could be neither
 * stored nor sent to a client that accepts no encoding. An unknown encoding stays.
 * @throws ProblemError 502 for a body that cannot be decoded
 */
export async function decoded(answer: UpstreamAnswer): Promise<UpstreamAnswer> {
  const { headers, status } = answer;
  if (headers["content-encoding"] === undefined || status === 206) return answer;
  // In the order in which they were applied (RFC 9110, 8.4).
  const names = String(headers["content-encoding"]).toLowerCase().split(",").reverse();
  const applied = names.map((name) => name.trim()).filter((name) => name !== "" && name !== "identity");
  const decoders = applied.map((name) => DECODERS.get(name)).filter((decoder) => decoder !== undefined);
  if (decoders.length < applied.length || decoders.length > MAX_ENCODINGS) return answer;
  let { body } = answer;
  for (const decoder of decoders) body = await decodedBy(decoder, body);
  return withoutEncoding(answer, body);
}

async function decodedBy({ whole, stream }: Decoder, body: UpstreamAnswer["body"]): Promise<UpstreamAnswer["body"]> {
  if (!Buffer.isBuffer(body)) {
    const plain: Readable = pipeline(body, stream(), () => {});
    return plain;
  }
  if (body.length === 0) return body;
  return await whole(body).catch((error: unknown) => {
    throw problems.upstreamUnreachable(error);
  });
}

/** Another body of the answer, which is no longer byte for byte the API's. */
export function withoutEncoding({ status, headers }: UpstreamAnswer, body: UpstreamAnswer["body"]): UpstreamAnswer {
  const { "content-encoding": _encoding, "content-length": _length, etag, ...rest } = headers;
  const weak = typeof etag !== "string" || etag.startsWith("W/") ? etag : `W/${etag}`;
  return { status, headers: { ...rest, ...(weak !== undefined && { etag: weak }) }, body };
}
