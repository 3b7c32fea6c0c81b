/** Why an archive is refused before it is opened. */
export type ZipFault = "bomb" | "path" | "broken";

/** Bytes of all files of an archive. A sheet of a million filled cells has about 40 MB. */
const MAX_BYTES = 300_000_000;
const MAX_FILES = 5_000;
const END_RECORD = 0x06054b50;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const END_BYTES = 22;
const MAX_COMMENT = 65_535;

/** Checks the directory of a zip: its files' sizes before their compression, and their names. */
export function zipFault(bytes: Uint8Array): ZipFault | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - END_BYTES;
  const last = Math.max(0, end - MAX_COMMENT);
  while (end >= last && view.getUint32(end, true) !== END_RECORD) end--;
  if (end < last) return "broken";
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  let total = 0;
  if (count > MAX_FILES) return "bomb";
  for (let file = 0; file < count; file++) {
    if (at + ENTRY_BYTES > bytes.length || view.getUint32(at, true) !== ENTRY) return "broken";
    total += view.getUint32(at + 24, true);
    const nameLength = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(bytes.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength));
    if (/^[\\/]|^[a-z]:|(^|[\\/])\.\.([\\/]|$)/i.test(name)) return "path";
    at += ENTRY_BYTES + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return total > MAX_BYTES ? "bomb" : undefined;
}
