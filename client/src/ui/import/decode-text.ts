/**
 * The text of a file as spreadsheets save it: UTF-8, UTF-16 with its mark ("Texto Unicode") or, where it is no UTF-8,
 * Windows-1252: what "CSV (separado por vírgulas)" is in a Brazilian Excel.
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
