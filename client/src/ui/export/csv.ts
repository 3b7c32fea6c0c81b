import { csvFile, csvText } from "@lamina/shared/core/csv";
import { round } from "@lamina/shared/core/units";
import { formatDateTime, formatDay } from "../format.ts";
import { type ExportColumn, type ExportTable, type ExportValue, fileHeader } from "./export-table.ts";

/** A table as a CSV, with decimal commas. */
export function csvOf({ columns, rows, timeZone }: ExportTable): string {
  return csvFile([
    columns.map((column) => csvText(fileHeader(column, timeZone))),
    ...rows.map((row) => columns.map((column, index) => cell(row[index] ?? null, column, timeZone))),
  ]);
}

function cell(value: ExportValue, { kind, decimals, exact }: ExportColumn, timeZone: string): string {
  if (value === null) return "";
  if (kind === "number" && typeof value === "number") return number(value, decimals);
  if (kind === "moment") return formatDateTime(value, timeZone) + (exact ? secondsOf(Number(value)) : "");
  if (kind === "day") return formatDay(String(value));
  return csvText(String(value));
}

/** `:07` or `:07,250`; all zones have whole minutes. */
function secondsOf(moment: number): string {
  const iso = new Date(moment).toISOString();
  return iso.slice(16, iso.endsWith(".000Z") ? 19 : 23).replace(".", ",");
}

function number(value: number, decimals: number | undefined): string {
  if (!Number.isFinite(value)) return "";
  const written = decimals === undefined ? wholeNumber(value) : round(value, decimals).toFixed(decimals);
  return written.replace(".", ",");
}

/** All digits, without the exponent of numbers such as 1e-7. */
function wholeNumber(value: number): string {
  const written = String(value);
  return written.includes("e-") ? value.toFixed(20).replace(/\.?0+$/, "") : written;
}
