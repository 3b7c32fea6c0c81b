import { writtenOffset } from "./json-tables.ts";
import type { OpenedSheet } from "./opened-sheet.ts";

/** Files of Campbell begin each table with this word. */
const TOA5 = /^TO(?:A5|ACI1)$/;

/**
 * The tables of a text: files that were joined, or that have one table below another. Rows of other tables are empty in
 * each, so that lines have the numbers of the file.
 */
export function splitTables(cells: string[][]): OpenedSheet[] {
  if (cells[0]?.includes("utc_offset_seconds")) return openMeteoTables(cells);
  const begins = cells.flatMap((row, index) => (TOA5.test(row[0] ?? "") ? [index] : []));
  if (begins.length < 2) return [{ name: "", cells }];
  const parts = begins.map((begin, index) => ({ begin, end: begins[index + 1] ?? cells.length }));
  const keyOf = ({ begin }: { begin: number }) => (cells[begin + 1] ?? []).join("\n");
  const keys = [...new Set(parts.map(keyOf))];
  return keys.map((key) => {
    const own = parts.filter((part) => keyOf(part) === key);
    const isOwn = (row: number) => own.some(({ begin, end }, index) => row >= begin + (index > 0 ? 4 : 0) && row < end);
    return {
      name: cells[own[0]?.begin ?? 0]?.[7] ?? "",
      cells: cells.map((row, index) => (isOwn(index) ? row : [""])),
    };
  });
}

/** Places, hours and days one below another, each under its own names; the first block has the zone. */
function openMeteoTables(cells: string[][]): OpenedSheet[] {
  const [names = [], values = []] = cells;
  const zone = writtenOffset(Number(values[names.indexOf("utc_offset_seconds")] ?? 0));
  const begins = cells.flatMap((row, index) => (row.includes("time") ? [index] : []));
  return begins.map((begin, index) => {
    const end = begins[index + 1] ?? cells.length;
    const column = cells[begin]?.indexOf("time") ?? 0;
    const isHourly = /T\d/.test(cells[begin + 1]?.[column] ?? "");
    const zoned = (row: string[]) =>
      isHourly ? row.map((cell, at) => (at === column && /T\d\d:\d\d$/.test(cell) ? `${cell} ${zone}` : cell)) : row;
    return {
      name: isHourly ? "hourly" : "daily",
      cells: cells.slice(0, end).map((row, line) => (line >= begin ? zoned(row) : [""])),
    };
  });
}
