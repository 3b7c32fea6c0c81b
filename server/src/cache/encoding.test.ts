import type { InputType } from "node:zlib";
import { expect, test, vi } from "vitest";
import { encode } from "./encoding.ts";

const zlib = vi.hoisted(() => ({ running: 0, most: 0 }));

vi.mock("node:zlib", async (original) => {
  const real = await original<typeof import("node:zlib")>();
  return {
    ...real,
    gzip(body: InputType, done: (error: Error | null, result: Buffer) => void) {
      zlib.most = Math.max(zlib.most, ++zlib.running);
      setImmediate(() => {
        zlib.running--;
        done(null, real.gzipSync(body));
      });
    },
  };
});

test("compresses a few responses at once; the others wait without memory of zlib", async () => {
  const headers = { "content-type": "application/json" };
  const bodies = Array.from({ length: 50 }, (_, index) => Buffer.from(JSON.stringify(String(index).repeat(2_000))));
  const answers = await Promise.all(bodies.map((body) => encode({ status: 200, headers, body }, "gzip")));
  expect(zlib).toEqual({ running: 0, most: 4 });
  for (const answer of answers) expect(answer.headers["content-encoding"]).toBe("gzip");
});
