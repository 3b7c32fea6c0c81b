/** Excel recognises UTF-8 by the byte order mark only. */
const BOM = "\uFEFF";
const SEPARATOR = ";";
const LINE_END = "\r\n";
/**
 * Spreadsheets run a text with this beginning as a formula, also in full-width form and after blanks (OWASP, CSV
 * injection).
 */
const FORMULA = /^[\s\u00A0]*[=+\-@＝＋－＠]|^[\t\r\n]/;
/** A text whose leading apostrophe {@link uncovered} would remove although it belongs to the text. */
const QUOTED = /^'+(?:[\s\u00A0]*[=+\-@＝＋－＠]|[\t\r\n])/;

/** Lines of cells as a CSV that Brazilian spreadsheets open by double click: `;`, CRLF, UTF-8 with BOM. */
export function csvFile(lines: readonly (readonly string[])[]): string {
  return BOM + lines.map((line) => line.join(SEPARATOR) + LINE_END).join("");
}

/** The cell of a text, which cannot break its line or run as a formula. */
export function csvText(text: string): string {
  const harmless = FORMULA.test(text) || QUOTED.test(text) ? `'${text}` : text;
  return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** The text of a cell, without the apostrophe that {@link csvText} adds so that no spreadsheet runs it. */
export function uncovered(cell: string): string {
  return QUOTED.test(cell) ? cell.slice(1) : cell;
}
