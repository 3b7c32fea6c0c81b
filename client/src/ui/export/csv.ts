import { csvFile, csvText } from "@lamina/shared/core/csv";
import { round } from "@lamina/shared/core/units";
import { formatDateTime, formatDay } from "../format.ts";
import type { ExportColumn, ExportTable, ExportValue } from "./export-table.ts";

/** A table as a CSV, with decimal commas. */
export function csvOf({ columns, rows, timeZone }: ExportTable): string {
  return csvFile([
    columns.map(({ header }) => csvText(header)),
    ...rows.map((row) => columns.map((column, index) => cell(row[index] ?? null, column, timeZone))),
  ]);
}

function cell(value: ExportValue, { kind, decimals }: ExportColumn, timeZone: string): string {
  if (value === null) return "";
  if (kind === "number" && typeof value === "number") return number(value, decimals);
  if (kind === "moment") return formatDateTime(value, timeZone);
  if (kind === "day") return formatDay(String(value));
  return csvText(String(value));
}

function number(value: number, decimals: number | undefined): string {
  if (!Number.isFinite(value)) return "";
  const written = decimals === undefined ? String(value) : round(value, decimals).toFixed(decimals);
  return written.replace(".", ",");
}
