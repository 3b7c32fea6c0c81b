import { buildTopic } from "@lamina/shared/messages/broker";
import fc from "fast-check";
import { expect, test } from "vitest";
import { encodeMessage, FrameError, readFrame } from "./frames.ts";
import { readMessage } from "./received-message.ts";

/** The JSON of a server's WebSocket message with a header of 2, 4 or 10 bytes. */
function jsonOf(message: Buffer | undefined): unknown {
  const length = message?.[1] ?? 0;
  return JSON.parse(String(message?.subarray(length < 126 ? 2 : length === 126 ? 4 : 10)));
}
const encode = (topic: string, payload: Buffer, pages = 1) =>
  encodeMessage(readMessage(payload, 0), { topic, pages, retained: false });
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

test("any bytes of the broker give a message frame, with the message as it came", () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.jsonValue(), (bytes, value) => {
      expect(jsonOf(encode("x", Buffer.from(bytes)))).toMatchObject({ type: "message", topic: "x" });
      const payload = Buffer.from(JSON.stringify({ message: value, date: "2025-05-14T12:00:00Z", more: 1 }));
      expect(jsonOf(encode("x", payload))).toEqual({
        type: "message",
        topic: "x",
        message: JSON.parse(JSON.stringify(value)),
        date: "2025-05-14T12:00:00Z",
      });
    }),
  );
});

test.each(["2025-05-14T12:00:00Z", "2025-05-14T09:00:00.1234567-03:00", "2025-05-14T09:00:00"])(
  "accepts an envelope dated %s: ISO 8601 in any of its forms",
  (date) => {
    expect(jsonOf(encode("x", Buffer.from(JSON.stringify({ message: "Chuva", date }))))).toMatchObject({
      message: "Chuva",
      date,
    });
  },
);

test("a change names the pages that get it, if several; no other message has a further field", () => {
  const payload = Buffer.from(JSON.stringify({ message: {}, date: "2025-05-14T12:00:00Z" }));
  const fields = (topic: string, pages: number) => jsonOf(encode(topic, payload, pages)) as object;
  expect(fields("changes", 50)).toMatchObject({ type: "message", topic: "changes", pages: 50 });
  expect(fields("changes", 1)).not.toHaveProperty("pages");
  expect(Object.keys(fields("notifications", 50))).toEqual(["type", "topic", "message", "date"]);
});
