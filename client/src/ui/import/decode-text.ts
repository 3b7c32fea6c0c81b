const LOOKED_AT = 1_000;

/**
 * The text of a file saved by a spreadsheet or a logger: UTF-8, UTF-16 of either order ("Texto Unicode"), also without its
 * byte order mark, or otherwise Windows-1252, the encoding of "CSV (separado por vírgulas)" in a Brazilian Excel.
 */
export function decodeText(bytes: ArrayBuffer): string {
  const utf16 = utf16Of(new Uint8Array(bytes, 0, Math.min(bytes.byteLength, LOOKED_AT)));
  if (utf16) return new TextDecoder(utf16).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

function utf16Of(head: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  const [first, second] = head;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  // The high byte of Latin letters is zero: the first one of a pair in big-endian order.
  const zeros = [0, 0];
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (even + odd < head.length / 4) return undefined;
  return even > odd ? "utf-16be" : "utf-16le";
}
