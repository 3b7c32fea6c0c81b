import { UnreadableFile } from "./opened-sheet.ts";
import { spacedTable } from "./spaced-table.ts";

/** Columns of the widest sheet of a spreadsheet, and cells of a file that a browser holds. */
const [MAX_COLUMNS, MAX_CELLS] = [16_384, 20_000_000];
/** Three times the longest cell of a spreadsheet: a longer one is no table. */
const LONGEST_CELL = 100_000;
const SEPARATORS = [";", "\t", ",", "|"] as const;
/** Lines and rows that are looked at to find the separator. */
const LOOKED_AT = 60;
/** Rows between two pauses of {@link csvRows}. */
const STEP = 500;

/**
 * The cells of a spreadsheet's CSV: `;`, `,`, tab or `|`, quotes, any line end, with or without byte order mark. Keeps empty
 * lines, so that rows keep their numbers, except at the end. In steps, so that a page can paint between them.
 * @throws UnreadableFile
 */
export function* csvRows(text: string): Generator<number, string[][]> {
  // Excel's separator line (`sep=`), which Excel hides, is not a row.
  const own = /^\uFEFF?"?sep=(.?)"?(\r\n|\r|\n)/i.exec(text);
  const whole = text.replace(/^\uFEFF/, "").slice(own ? own[0].replace(/^\uFEFF/, "").length : 0);
  const plain = own ? whole : (spacedTable(whole) ?? whole);
  const rows: string[][] = [];
  const share = sharing();
  let cells = 0;
  for (const row of rowsOf(plain, own?.[1] || separatorOf(plain))) {
    cells += row.length;
    if (cells > MAX_CELLS) throw new UnreadableFile("too-many-cells");
    rows.push(row.map(share));
    if (rows.length % STEP === 0) yield rows.length;
  }
  while (rows.slice(-1)[0]?.every((one) => one === "")) rows.pop();
  return rows;
}

/** Longer cells repeat seldom. */
const MAX_SHARED_LENGTH = 24;
const MAX_SHARED = 100_000;

/** Equal cells as one string, because the millions of cells of a station are some thousand numbers and hours. */
function sharing(): (cell: string) => string {
  const known = new Map<string, string>();
  return (cell) => {
    if (cell.length > MAX_SHARED_LENGTH) return cell;
    const found = known.get(cell);
    if (found !== undefined) return found;
    if (known.size < MAX_SHARED) known.set(cell, cell);
    return cell;
  };
}

/**
 * The separator that gives the most rows the same number of cells, because one in a name, a note or a decimal occurs in a
 * few rows only.
 */
function separatorOf(text: string): string {
  let best = { separator: ";", score: 0 };
  for (const separator of SEPARATORS) {
    const widths = new Map<number, number>();
    let count = 0;
    for (const { length } of rowsOf(text, separator)) {
      if (length > 1) widths.set(length, (widths.get(length) ?? 0) + 1);
      if (++count >= LOOKED_AT) break;
    }
    // Of equally regular ones the first, as decimal commas are as regular as the `;` between them.
    for (const [width, rows] of widths) {
      const score = rows * rows * Math.min(width, 4);
      if (score > best.score) best = { separator, score };
    }
  }
  return best.separator;
}

function* rowsOf(text: string, separator: string): Generator<string[]> {
  let row: string[] = [];
  let at = 0;
  const special = new RegExp(`[${separator === "|" ? "\\|" : separator}\\r\\n]`, "g");
  for (;;) {
    const { cell, end } = cellAt(text, at, special);
    row.push(cell);
    if (cell.length > LONGEST_CELL) throw new UnreadableFile("binary");
    if (row.length > MAX_COLUMNS) throw new UnreadableFile("too-many-cells");
    const next = text[end];
    at = end + 1;
    if (next === separator) continue;
    yield row;
    row = [];
    if (next === undefined) return;
    if (next === "\r" && text[at] === "\n") at++;
  }
}

/** The cell that begins at a place, and where it ends. */
function cellAt(text: string, begin: number, special: RegExp): { cell: string; end: number } {
  const endOf = (from: number) => {
    special.lastIndex = from;
    return special.exec(text)?.index ?? text.length;
  };
  const plain = () => {
    const end = endOf(begin);
    return { cell: text.slice(begin, end).trim(), end };
  };
  let at = begin;
  while (text[at] === " ") at++;
  if (text[at] !== '"') return plain();
  let cell = "";
  for (at++; at < text.length; at++) {
    const close = text.indexOf('"', at);
    // A quote that never closes is a sign like others: else the rest of the file would be one cell.
    if (close === -1) return plain();
    cell += text.slice(at, close);
    at = close + 1;
    if (text[at] !== '"') break;
    cell += '"';
  }
  const end = endOf(at);
  return { cell: (cell + text.slice(at, end)).trim(), end };
}
