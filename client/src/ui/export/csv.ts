import { round } from "@lamina/shared/core/units";
import { formatDateTime, formatDay } from "../format.ts";
import type { ExportColumn, ExportTable, ExportValue } from "./export-table.ts";

/** Excel recognises UTF-8 by the byte order mark only. */
const BOM = "\uFEFF";
const SEPARATOR = ";";
const LINE_END = "\r\n";
/**
 * Spreadsheets run a text with this beginning as a formula, also in full-width form and after blanks (OWASP, CSV
 * injection).
 */
const FORMULA = /^[\s\u00A0]*[=+\-@＝＋－＠]|^[\t\r\n]/;

/** A table as a CSV that Brazilian spreadsheets open by double click: `;`, decimal comma, CRLF, UTF-8 with BOM. */
export function csvOf({ columns, rows, timeZone }: ExportTable): string {
  const lines = [
    columns.map(({ header }) => quoted(header)),
    ...rows.map((row) => columns.map((column, index) => cell(row[index] ?? null, column, timeZone))),
  ];
  return BOM + lines.map((line) => line.join(SEPARATOR) + LINE_END).join("");
}

function cell(value: ExportValue, { kind, decimals }: ExportColumn, timeZone: string): string {
  if (value === null) return "";
  if (kind === "number" && typeof value === "number") return number(value, decimals);
  if (kind === "moment") return formatDateTime(value, timeZone);
  if (kind === "day") return formatDay(String(value));
  return quoted(String(value));
}

function number(value: number, decimals: number | undefined): string {
  if (!Number.isFinite(value)) return "";
  const written = decimals === undefined ? String(value) : round(value, decimals).toFixed(decimals);
  return written.replace(".", ",");
}

/** A text that cannot break its line or run as a formula. */
function quoted(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
