import { farmClock } from "@lamina/shared/farm-time";
import type { CellObject, SheetData } from "write-excel-file/universal";
import type { ExportColumn, ExportTable, ExportValue } from "./export-table.ts";

/** Excel's limit and forbidden characters of a sheet's name. */
const SHEET_NAME_MAX = 31;
const SHEET_NAME_FORBIDDEN = /[\\/?*[\]:]/g;
const WIDTHS = { text: 22, number: 14, day: 12, moment: 18 } as const;

/** A table as a spreadsheet with real numbers and dates, on the farm's clock. The writer is fetched when first used. */
export async function xlsxOf(table: ExportTable): Promise<Blob> {
  const { default: write } = await import("write-excel-file/universal");
  const header = table.columns.map(
    (column): CellObject => ({ value: column.header, type: String, fontWeight: "bold" }),
  );
  const data: SheetData = [
    header,
    ...table.rows.map((row) => table.columns.map((column, index) => cell(row[index] ?? null, column, table.timeZone))),
  ];
  return write(data, {
    sheet: table.title.replace(SHEET_NAME_FORBIDDEN, " ").slice(0, SHEET_NAME_MAX),
    columns: table.columns.map(({ kind, header: { length } }) => ({ width: Math.max(WIDTHS[kind], length + 2) })),
    stickyRowsCount: 1,
  }).toBlob();
}

function cell(value: ExportValue, { kind, decimals }: ExportColumn, timeZone: string): CellObject | null {
  if (value === null) return null;
  if (kind === "number" && typeof value === "number") {
    if (!Number.isFinite(value)) return null;
    return { value, type: Number, format: decimals === undefined ? "General" : numberFormat(decimals) };
  }
  // A spreadsheet's date has no zone: it is the farm's clock.
  if (kind === "moment") {
    return { value: new Date(farmClock(Number(value), timeZone)), type: Date, format: "dd/mm/yyyy hh:mm" };
  }
  if (kind === "day") return { value: new Date(`${value}T00:00:00Z`), type: Date, format: "dd/mm/yyyy" };
  return { value: String(value), type: String };
}

function numberFormat(decimals: number): string {
  return decimals === 0 ? "#,##0" : `#,##0.${"0".repeat(decimals)}`;
}
