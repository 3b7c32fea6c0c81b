import { decodeText } from "./decode-text.ts";
import { fileKind } from "./file-kind.ts";
import { jsonTables } from "./json-tables.ts";
import { markupTables } from "./markup-tables.ts";
import { type BookKind, type OpenedSheet, UnreadableFile } from "./opened-sheet.ts";
import { csvRows } from "./parse-csv.ts";
import { splitTables } from "./split-tables.ts";
import { text } from "./text.ts";
import { openZip } from "./zip-files.ts";
import { zipFault } from "./zip-guard.ts";

/** Larger than half a million hours of a public station. */
export const MAX_BYTES = 100_000_000;
const MAX_ROWS = 600_000;
/** Cells of one sheet; its sides may be declared far beyond its content. */
const MAX_CELLS = 12_000_000;

/** Reads a text or a workbook, whose reader is loaded on first use. @throws UnreadableFile */
export async function openTable(file: ArrayBuffer, pause: () => Promise<unknown>): Promise<OpenedSheet[]> {
  if (file.byteLength > MAX_BYTES) throw new UnreadableFile("too-large");
  const bytes = new Uint8Array(file);
  const kind = fileKind(bytes);
  switch (kind) {
    case "xlsx":
    case "xlsb":
    case "ods":
    case "xls":
      return openBook(bytes, kind);
    case "zip": {
      const tables: OpenedSheet[] = [];
      for (const { name, content } of await openZip(bytes)) {
        const found = await openTable(content, pause);
        tables.push(...found.map((one) => ({ ...one, name: [name, one.name].filter(Boolean).join(": ") })));
      }
      return tables;
    }
    case "markup":
      return filled(markupTables(decodeText(file)), "binary");
    case "json":
      return filled(jsonTables(parsed(decodeText(file))), "json");
    case "text": {
      const steps = csvRows(decodeText(file));
      for (;;) {
        const { done, value } = steps.next();
        if (done) return splitTables(value);
        await pause();
      }
    }
    default:
      throw new UnreadableFile(kind);
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json.replace(/^\uFEFF/, ""));
  } catch {
    throw new UnreadableFile("broken");
  }
}

const filled = (tables: OpenedSheet[], otherwise: UnreadableFile["reason"]): OpenedSheet[] => {
  const found = tables.filter(({ cells }) => cells.some((row) => row.some((cell) => cell !== "")));
  if (found.length === 0) throw new UnreadableFile(otherwise);
  return found;
};

async function openBook(bytes: Uint8Array, kind: BookKind): Promise<OpenedSheet[]> {
  const fault = kind === "xls" ? undefined : zipFault(bytes);
  if (fault) throw new UnreadableFile(fault);
  const readers = await import("hucre/xlsx");
  const read = {
    ...{ xlsx: readers.readXlsx, xlsb: readers.readXlsb, xls: readers.readXls },
    ods: async (content: Uint8Array, options: { maxRows: number }) =>
      (await import("hucre/ods")).readOds(content, options),
  }[kind];
  const { sheets } = await Promise.resolve()
    .then(() => read(bytes, { maxRows: MAX_ROWS }))
    .catch((error: unknown) => {
      throw new UnreadableFile(/encrypt|password/i.test(String(error)) ? "protected" : "broken");
    });
  // Hidden sheets are last: they have lists and calculations of the others.
  const shown = [...sheets].sort((one, other) => Number(isHidden(one)) - Number(isHidden(other)));
  return filled(
    shown.map(({ name, rows, merges }) => {
      if (rows.reduce((sum, row) => sum + row.length, 0) > MAX_CELLS) throw new UnreadableFile("too-many-cells");
      return { name, cells: rowsWithMerges(rows, merges ?? []).map((row) => row.map(cellText)) };
    }),
    "empty",
  );
}

const isHidden = ({ hidden = false, veryHidden = false }: { hidden?: boolean; veryHidden?: boolean }) =>
  hidden || veryHidden;

interface Merge {
  startRow: number;
  startCol: number;
  endRow: number;
  endCol: number;
}

/**
 * A word or day of merged cells is that of each of them, as the day beside its 24 hours. A number is not: it may be a sum.
 * A title over all columns stays in its first cell.
 */
function rowsWithMerges(rows: readonly (readonly unknown[])[], merges: readonly Merge[]): unknown[][] {
  const copied = rows.map((row) => [...row]);
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  for (const { startRow, startCol, endRow, endCol } of merges) {
    const value = copied[startRow]?.[startCol];
    if (value == null || typeof value === "number" || (startCol === 0 && endCol + 1 >= width && width > 1)) continue;
    for (const row of copied.slice(startRow, endRow + 1))
      for (let column = startCol; column <= Math.min(endCol, width - 1); column++) row[column] ??= value;
  }
  return copied;
}

/** The last year in which a cell is a time of day alone: that of the first days of either calendar. */
const CALENDARS = [1899, 1900, 1904];

/** A cell of a workbook as it is written in Brazil. Its dates have no zone. */
function cellText(cell: unknown): string {
  if (typeof cell === "number") return String(cell).replace(".", ",");
  if (typeof cell === "boolean") return cell ? text.yes : text.no;
  if (!(cell instanceof Date)) return cell == null ? "" : String(cell).trim();
  if (Number.isNaN(cell.getTime())) return "";
  // Days are fractions of binary numbers: 8:15 may be 8:14:59.9997.
  const rounded = new Date(Math.round(cell.getTime() / 1_000) * 1_000);
  const [day = "", clock = ""] = rounded.toISOString().split(/[TZ]/);
  const time = clock.replace(/\.000$/, "");
  if (CALENDARS.includes(cell.getUTCFullYear())) return time;
  return time === "00:00:00" ? day : `${day} ${time}`;
}
