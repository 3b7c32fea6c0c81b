/** The kind of a file by its bytes. `text` is any text of no other kind. */
export type FileKind =
  | (
      | "text"
      | "xlsx"
      | "xlsb"
      | "ods"
      | "xls"
      | "zip"
      | "map"
      | "json"
      | "markup"
      | "pdf"
      | "image"
      | "binary"
      | "empty"
    )
  | ("campbell" | "weatherlink" | "drawing");

const ascii = (word: string) => [...word].map((letter) => letter.charCodeAt(0));
const SIGNATURES: readonly (readonly [FileKind, readonly number[]])[] = [
  ["xls", [0xd0, 0xcf, 0x11, 0xe0]],
  ["pdf", [0x25, 0x50, 0x44, 0x46]],
  ["image", [0x89, 0x50, 0x4e, 0x47]],
  ["image", [0xff, 0xd8, 0xff]],
  ["image", [0x47, 0x49, 0x46, 0x38]],
  ["binary", [0x1f, 0x8b]],
  ["binary", [0x52, 0x61, 0x72, 0x21]],
  ["binary", [0x37, 0x7a, 0xbc, 0xaf]],
  // The binary forms of loggers, which their own programs export as text.
  ["campbell", ascii('"TOB')],
  ["campbell", ascii("TOB")],
  ["weatherlink", ascii("WDAT5.")],
  ["drawing", ascii("AC10")],
  ["drawing", ascii("AutoCAD Binary DXF")],
];
const ZIP = [0x50, 0x4b];
const LOOKED_AT = 4_096;

/** The kind of a file by its bytes, because a name may lie. A zip is named by the files that it contains. */
export function fileKind(bytes: Uint8Array): FileKind {
  if (bytes.length === 0) return "empty";
  const begins = (signature: readonly number[]) => signature.every((byte, index) => bytes[index] === byte);
  if (begins(ZIP)) return zipKind(bytes);
  const found = SIGNATURES.find(([, signature]) => begins(signature));
  if (found) return found[0];
  const head = bytes.subarray(0, LOOKED_AT);
  const zeros = head.reduce((count, byte) => count + Number(byte === 0), 0);
  // UTF-16 has a zero in each Latin letter.
  if (zeros > 0 && (zeros <= head.length / 4 || !head.every((byte) => byte === 0 || byte >= 9))) return "binary";
  const text = new TextDecoder("windows-1252")
    .decode(head.filter((byte) => byte !== 0))
    .replace(/^(ï»¿|ÿþ|þÿ)/, "")
    .trimStart();
  if (text === "") return "empty";
  if (/^0\s*\r?\n\s*SECTION\b/.test(text)) return "drawing";
  if (/^<(\?xml|kml|gpx|gml)/i.test(text) && /<(kml|gpx|gml)\b/i.test(text)) return "map";
  if (/^<(!doctype html|html|head|body|table|meta|style|div)\b/i.test(text) || /<Workbook\b/.test(text))
    return "markup";
  if (text.startsWith("<?xml")) return "binary";
  if (/^[[{]\s*("|\{|\[|\d+(?![\d/])|\}|\])/.test(text)) return jsonKind(text);
  return "text";
}

/** Answers of NASA POWER are features with tables in their properties. */
function jsonKind(text: string): FileKind {
  const isMap =
    /"(FeatureCollection|Feature|(Multi)?(Polygon|LineString|Point)|GeometryCollection|esriGeometry\w+)"/.test(text);
  return isMap && !/"properties"\s*:\s*\{\s*"parameter"/.test(text) ? "map" : "json";
}

function zipKind(bytes: Uint8Array): FileKind {
  // Names are plain text in the headers of a zip, at its beginning and at its end.
  const latin = new TextDecoder("windows-1252");
  const names = latin.decode(bytes.subarray(0, LOOKED_AT)) + latin.decode(bytes.subarray(-65_536));
  if (names.includes("xl/workbook.bin")) return "xlsb";
  if (names.includes("xl/workbook") || names.includes("xl/worksheets")) return "xlsx";
  if (names.includes("application/vnd.oasis.opendocument.spreadsheet")) return "ods";
  return /\.(kml|shp|geojson)\b/i.test(names) ? "map" : "zip";
}
