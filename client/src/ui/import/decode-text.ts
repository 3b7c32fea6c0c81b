/**
 * The text of a file saved by a spreadsheet: UTF-8, UTF-16 with its byte order mark ("Texto Unicode"), or otherwise
 * Windows-1252, the encoding of "CSV (separado por vírgulas)" in a Brazilian Excel.
 */
export function decodeText(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
