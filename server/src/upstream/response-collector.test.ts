import type { Dispatcher } from "undici";
import { expect, test } from "vitest";
import { ResponseCollector } from "./response-collector.ts";

const CHUNK = 16_384;

test("a chunk that was copied is freed with the next one, unless its memory is shared", async () => {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const collector = new ResponseCollector("GET", resolve, reject);
  const controller = {} as Dispatcher.DispatchController;
  const own = [1, 2, 3].map((byte) => Buffer.alloc(CHUNK, byte));
  const slab = Buffer.alloc(2 * CHUNK, 4);
  const chunks = [...own.slice(0, 2), slab.subarray(0, CHUNK), slab.subarray(CHUNK), ...own.slice(2)];
  const body = Buffer.concat(chunks);

  collector.onRequestStart(controller);
  collector.onResponseStart(controller, 200, { "content-length": String(body.length) });
  for (const chunk of chunks) collector.onResponseData(controller, chunk);
  collector.onResponseEnd();

  expect(await promise).toMatchObject({ status: 200, body });
  expect(own.map(({ buffer }) => buffer.byteLength)).toEqual([0, 0, CHUNK]);
  expect(slab.buffer.byteLength).toBe(2 * CHUNK);
});
