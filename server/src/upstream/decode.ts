import { pipeline, type Readable } from "node:stream";
import { promisify } from "node:util";
import { brotliDecompress, createBrotliDecompress, createGunzip, createInflate, gunzip, inflate } from "node:zlib";
import { problems } from "../errors.ts";
import type { UpstreamAnswer } from "./response-collector.ts";

/** A body of at most 1 MiB that becomes longer than this is an attack. */
const MAX_BYTES = 67_108_864;

const GZIP = { whole: promisify(gunzip), stream: createGunzip };
const DECODERS = new Map([
  ["gzip", GZIP],
  ["x-gzip", GZIP],
  ["deflate", { whole: promisify(inflate), stream: createInflate }],
  ["br", { whole: promisify(brotliDecompress), stream: createBrotliDecompress }],
]);

/**
 * The answer without its encoding: some APIs encode although `identity` is requested. Without that it could be neither
 * stored nor sent to a client that accepts no encoding. An unknown encoding stays.
 * @throws ProblemError 502 for a body that cannot be decoded
 */
export function decoded(answer: UpstreamAnswer): UpstreamAnswer | Promise<UpstreamAnswer> {
  const name = answer.headers["content-encoding"];
  if (name === undefined || answer.status === 206) return answer;
  const plain = String(name).trim().toLowerCase();
  const decoder = DECODERS.get(plain);
  const { body } = answer;
  if (plain === "identity" || (decoder && Buffer.isBuffer(body) && body.length === 0))
    return withoutEncoding(answer, body);
  if (!decoder) return answer;
  if (!Buffer.isBuffer(body)) {
    const stream: Readable = pipeline(body, decoder.stream(), () => {});
    return withoutEncoding(answer, stream);
  }
  return decoder.whole(body, { maxOutputLength: MAX_BYTES }).then(
    (whole) => withoutEncoding(answer, whole),
    (error: unknown) => {
      throw problems.upstreamUnreachable(error);
    },
  );
}

function withoutEncoding({ status, headers }: UpstreamAnswer, body: UpstreamAnswer["body"]): UpstreamAnswer {
  const { "content-encoding": _encoding, "content-length": _length, etag, ...rest } = headers;
  const weak = typeof etag !== "string" || etag.startsWith("W/") ? etag : `W/${etag}`;
  return { status, headers: { ...rest, ...(weak !== undefined && { etag: weak }) }, body };
}
