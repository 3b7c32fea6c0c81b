import { expect, it } from "vitest";
import { decodeText } from "./decode-text.ts";

const TEXT = "Início;Lâmina";
/** Bytes in a separate buffer, because a Node buffer may be part of a larger one. */
const bytes = (text: string, encoding: BufferEncoding) => Uint8Array.from(Buffer.from(text, encoding)).buffer;

it.each([
  ["UTF-8", bytes(TEXT, "utf8")],
  ["UTF-8 with its mark", bytes(`\uFEFF${TEXT}`, "utf8")],
  ["Windows-1252", bytes(TEXT, "latin1")],
  ["UTF-16 with its mark", bytes(`\uFEFF${TEXT}`, "utf16le")],
  ["UTF-16 without it", bytes(TEXT, "utf16le")],
  ["big-endian UTF-16", Uint8Array.from(Buffer.from(`\uFEFF${TEXT}`, "utf16le").swap16()).buffer],
  ["big-endian UTF-16 without its mark", Uint8Array.from(Buffer.from(TEXT, "utf16le").swap16()).buffer],
])("reads %s", (_encoding, file) => {
  expect(decodeText(file)).toBe(TEXT);
});
