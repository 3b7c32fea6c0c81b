import { decodeText } from "./decode-text.ts";
import { type FileKind, fileKind } from "./file-kind.ts";
import { csvRows } from "./parse-csv.ts";
import { text } from "./text.ts";
import { type ZipFault, zipFault } from "./zip-guard.ts";

/** The tables of a file: one of a text, one of each sheet with content of a workbook. */
export interface OpenedSheet {
  name: string;
  cells: string[][];
}

/** A file that is no table, or one that must not be opened. */
export class UnreadableFile extends Error {
  readonly reason: Exclude<FileKind, "text" | "ods"> | ZipFault | "too-large" | "protected";

  constructor(reason: UnreadableFile["reason"]) {
    super(`not a table: ${reason}`);
    this.reason = reason;
  }
}

/** Larger files are no lists of records: half a million rows of readings have about 30 MB. */
export const MAX_BYTES = 60_000_000;
const MOST_ROWS = 600_000;

/** Reads a text or a workbook, whose reader is loaded on first use. @throws UnreadableFile */
export async function openTable(file: ArrayBuffer, pause: () => Promise<void>): Promise<OpenedSheet[]> {
  if (file.byteLength > MAX_BYTES) throw new UnreadableFile("too-large");
  const bytes = new Uint8Array(file);
  const kind = fileKind(bytes);
  if (kind === "xlsx" || kind === "ods") return openBook(bytes, kind);
  if (kind !== "text") throw new UnreadableFile(kind);
  const steps = csvRows(decodeText(file));
  for (;;) {
    const { done, value } = steps.next();
    if (done) return [{ name: "", cells: value }];
    await pause();
  }
}

async function openBook(bytes: Uint8Array, kind: "xlsx" | "ods"): Promise<OpenedSheet[]> {
  const fault = zipFault(bytes);
  if (fault) throw new UnreadableFile(fault);
  const read = kind === "xlsx" ? (await import("hucre/xlsx")).readXlsx : (await import("hucre/ods")).readOds;
  const { sheets } = await read(bytes, { maxRows: MOST_ROWS }).catch((error: unknown) => {
    throw new UnreadableFile(/encrypt|password/i.test(String(error)) ? "protected" : "broken");
  });
  return sheets
    .map(({ name, rows }) => ({ name, cells: rows.map((row) => row.map(cellText)) }))
    .filter(({ cells }) => cells.some((row) => row.some((cell) => cell !== "")));
}

/** A cell of a workbook as it is written in Brazil. Its dates have no zone. */
function cellText(cell: unknown): string {
  if (typeof cell === "number") return String(cell).replace(".", ",");
  if (typeof cell === "boolean") return cell ? text.yes : text.no;
  if (!(cell instanceof Date)) return cell == null ? "" : String(cell).trim();
  if (Number.isNaN(cell.getTime())) return "";
  const [day = "", clock = ""] = cell.toISOString().split(/[TZ]/);
  const time = clock.replace(/\.000$/, "");
  // A time of day alone is a date of the first days of the calendar.
  if (cell.getUTCFullYear() < 1901) return time;
  return time === "00:00:00" ? day : `${day} ${time}`;
}
