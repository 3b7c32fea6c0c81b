import { Readable } from "node:stream";

/** What the API answered. A body within {@link BUFFER_LIMIT} is complete; a larger one streams and can be read once. */
export interface UpstreamAnswer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer | Readable;
}

/**
 * Answers up to this size are read whole before the BFF begins its own: a body that stalls or breaks can then still
 * become an honest 504 or 502. Larger ones stream. In bytes.
 */
export const BUFFER_LIMIT = 1_048_576;

/** Reads a body whole, or up to `limit` bytes; then what follows streams. */
export async function collect(body: Readable, limit: number): Promise<Buffer | Readable> {
  const chunks: Buffer[] = [];
  let size = 0;
  const iterator = body.iterator({ destroyOnReturn: false });
  while (size <= limit) {
    const { done, value } = await iterator.next();
    if (done) return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size);
    chunks.push(value);
    size += value.length;
  }
  const stream = Readable.from(continued(chunks, iterator), { objectMode: false });
  stream.once("close", () => body.destroy());
  // Its reader learns of errors through its own listener; without this one an unread stream would end the process.
  stream.on("error", () => {});
  return stream;
}

async function* continued(chunks: Buffer[], rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield* chunks.splice(0);
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}
