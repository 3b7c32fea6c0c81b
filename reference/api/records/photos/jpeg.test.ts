import { expect, it } from "vitest";
import { phonePhoto, whitePixel } from "../../../testing/jpeg.ts";
import { withoutMetadata } from "./jpeg.ts";

it("removes what describes the photo, and leaves the picture", () => {
  const clean = Buffer.from(withoutMetadata(phonePhoto, 100) ?? []);
  expect(clean.toString("latin1")).not.toMatch(/GPS|Exif|comment|JFIF/);
  expect(clean.subarray(-30)).toEqual(whitePixel.subarray(-30));
  expect(withoutMetadata(clean, 100)).toEqual(clean);
});

it("rejects anything else than a whole JPEG of a possible size", () => {
  expect(withoutMetadata(Buffer.from("\x89PNG\r\n\x1a\n<script>", "latin1"), 100)).toBeUndefined();
  for (let length = 0; length < whitePixel.length; length++)
    expect(withoutMetadata(whitePixel.subarray(0, length), 100)).toBeUndefined();
  expect(withoutMetadata(whitePixel, 0)).toBeUndefined();
  expect(withoutMetadata(Buffer.from([0xff, 0xd8, 0xff, 0xd9]), 100)).toBeUndefined();
  expect(withoutMetadata(Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, 0, 0xff, 0xd9]), 100)).toBeUndefined();
});
