import { fillPacketLengths } from "@lamina/shared/messages/packet-lengths";
import { writeToStream } from "mqtt-packet";
import { expect, test } from "vitest";

/** The encoded length of a PUBLISH with a payload of this length. */
function lengthOf(payload: number): Buffer {
  // Consumes the shared pool, as other parts of the program do.
  Buffer.allocUnsafe(4_000);
  const written: unknown[] = [];
  const stream = { write: (chunk: unknown) => written.push(chunk) > 0 };
  const packet = {
    cmd: "publish",
    topic: "a",
    payload: "a".repeat(payload),
    qos: 0,
    dup: false,
    retain: false,
  } as const;
  writeToStream(packet, stream as never);
  return written[1] as Buffer;
}

test("filled at once, the encoded lengths share a few blocks of memory", () => {
  writeToStream.cacheNumbers = false;
  fillPacketLengths({ writeToStream });
  const lengths = Array.from({ length: 16_380 }, (_, payload) => lengthOf(payload));
  const blocks = new Set(lengths.map(({ buffer }) => buffer));
  const bytes = [...blocks].reduce((sum, { byteLength }) => sum + byteLength, 0);
  expect(bytes).toBeLessThan(4 * 1_048_576);
  expect([lengths[124], lengths[125], lengths[16_379]].map((length) => [...(length ?? [])])).toEqual([
    [127],
    [0x80, 1],
    [0xfe, 0x7f],
  ]);
});
