import { buildTopic } from "@lamina/shared/messages/broker";
import fc from "fast-check";
import { expect, test } from "vitest";
import { encodeMessage, FrameError, readFrame } from "./frames.ts";

/** The JSON of a server's WebSocket message with a header of 2, 4 or 10 bytes. */
function jsonOf(message: Buffer | undefined): unknown {
  const length = message?.[1] ?? 0;
  return JSON.parse(String(message?.subarray(length < 126 ? 2 : length === 126 ? 4 : 10)));
}
const read = (value: unknown) => readFrame(Buffer.from(JSON.stringify(value)), false);

test("a client's text reaches the broker as a topic only if it is one plain level", () => {
  const hostile = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("+", "#", "$SYS", "a/b", "a\u0000", "\ud800", "__proto__", "a\n", "", "ALL/+"),
  );
  fc.assert(
    fc.property(hostile, fc.constantFrom("subscribe", "unsubscribe", "publish"), (topic, type) => {
      try {
        read({ type, topic, message: 1 });
      } catch (error) {
        expect(error).toBeInstanceOf(FrameError);
        return;
      }
      expect(topic).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
      expect(buildTopic({ userName: "ana", session: "abc", topic })).toBe(`ana/abc/Frontend/${topic}`);
    }),
  );
});

test("any bytes give a frame or a FrameError, never another error", () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.boolean(), (bytes, isBinary) => {
      expect(() => readFrame(Buffer.from(bytes), isBinary)).toThrow(FrameError);
    }),
  );
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(() => read(value)).toThrow(FrameError);
    }),
  );
});

test("any bytes of the broker give a message frame or nothing", () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.jsonValue(), (bytes, value) => {
      expect(encodeMessage("ana/ALL/Frontend/x", Buffer.from(bytes))).toBeUndefined();
      const payload = Buffer.from(JSON.stringify({ message: value, date: "2025-05-14T12:00:00Z", more: 1 }));
      expect(jsonOf(encodeMessage("ana/ALL/Frontend/x", payload))).toEqual({
        type: "message",
        topic: "x",
        message: JSON.parse(JSON.stringify(value)),
        date: "2025-05-14T12:00:00Z",
      });
      expect(encodeMessage("somewhere/else", payload)).toBeUndefined();
    }),
  );
});

test.each(["2025-05-14T12:00:00Z", "2025-05-14T09:00:00.1234567-03:00", "2025-05-14T09:00:00"])(
  "accepts an envelope dated %s: ISO 8601 in any of its forms",
  (date) => {
    const frame = encodeMessage("ana/ALL/Frontend/x", Buffer.from(JSON.stringify({ message: "Chuva", date })));
    expect(jsonOf(frame)).toMatchObject({ message: "Chuva", date });
  },
);

test("a change names the pages that get it, if several; no other message has a further field", () => {
  const payload = Buffer.from(JSON.stringify({ message: {}, date: "2025-05-14T12:00:00Z" }));
  const fields = (topic: string, pages: number) =>
    jsonOf(encodeMessage(`ana/ALL/Frontend/${topic}`, payload, pages)) as object;
  expect(fields("changes", 50)).toMatchObject({ type: "message", topic: "changes", pages: 50 });
  expect(fields("changes", 1)).not.toHaveProperty("pages");
  expect(Object.keys(fields("notifications", 50))).toEqual(["type", "topic", "message", "date"]);
});
