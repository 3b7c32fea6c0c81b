import { farmClock } from "@lamina/shared/core/farm-time";
import { type ExportColumn, type ExportTable, type ExportValue, fileHeader } from "./export-table.ts";

const TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/** Excel's limit and forbidden characters of a sheet's name. */
const SHEET_NAME_MAX = 31;
const SHEET_NAME_FORBIDDEN = /[\\/?*[\]:]/g;
/** Width of columns, in characters. */
const WIDTHS = { text: 22, number: 14, day: 12, moment: 18 } as const;

/**
 * A table as a spreadsheet with real numbers and dates, in the farm's zone. A text is always written as text. The
 * writer is loaded on first use. It needs no worker made from a string, which the content security policy refuses.
 */
export async function xlsxOf({ title, timeZone, columns, rows }: ExportTable): Promise<Blob> {
  const { writeXlsx } = await import("hucre/xlsx");
  const book = await writeXlsx({
    sheets: [
      {
        name: title.replace(SHEET_NAME_FORBIDDEN, " ").slice(0, SHEET_NAME_MAX),
        columns: columns.map((column) => ({
          width: Math.max(WIDTHS[column.kind], fileHeader(column, timeZone).length + 2),
          ...formatOf(column),
        })),
        rows: [
          columns.map((column) => fileHeader(column, timeZone)),
          ...rows.map((row) => columns.map(({ kind }, index) => cell(row[index] ?? null, kind, timeZone))),
        ],
        cells: new Map(
          columns.map((_, index) => [`0,${index}`, { style: { font: { name: "Calibri", size: 11, bold: true } } }]),
        ),
        freezePane: { rows: 1 },
      },
    ],
  });
  // A copy in a separate buffer, because Blob requires it.
  return new Blob([new Uint8Array(book)], { type: TYPE });
}

/** A spreadsheet's date has no zone, so it is the farm's local time. */
function cell(value: ExportValue, kind: ExportColumn["kind"], timeZone: string): string | number | Date | null {
  if (value === null) return null;
  if (kind === "number") return Number.isFinite(Number(value)) ? Number(value) : null;
  if (kind === "moment") return new Date(farmClock(Number(value), timeZone));
  return kind === "day" ? new Date(`${value}T00:00:00Z`) : String(value);
}

function formatOf({ kind, decimals }: ExportColumn): { numFmt?: string } {
  if (kind === "moment") return { numFmt: "dd/mm/yyyy hh:mm" };
  if (kind === "day") return { numFmt: "dd/mm/yyyy" };
  if (kind !== "number" || decimals === undefined) return {};
  return { numFmt: decimals === 0 ? "#,##0" : `#,##0.${"0".repeat(decimals)}` };
}
