import { InputError } from "./input-error.ts";
import { text } from "./text.ts";

/** A CSV file: its separator (";" with decimal comma, "," with decimal point), its header, and its lines with their numbers. */
export interface Csv {
  separator: ";" | ",";
  header: string[];
  lines: { line: number; cells: string[] }[];
}

/** Parses a CSV: accepts a BOM, CRLF and quoted cells; skips empty lines. Throws an `InputError` that names the line. */
export function parseCsv(content: string): Csv {
  const raw = content.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  const [first = { words: "", line: 1 }, ...rest] = raw
    .map((words, index) => ({ words, line: index + 1 }))
    .filter(({ words }) => words.trim() !== "");
  const separator = first.words.includes(";") ? ";" : ",";
  const header = splitLine(first.words, separator, first.line).map((cell) => cell.trim());
  const lines = rest.map(({ words, line }) => ({
    line,
    cells: splitLine(words, separator, line).map((cell) => cell.trim()),
  }));
  if (lines.length === 0) throw new InputError([text.csvEmpty]);
  const wrong = lines.filter(({ cells }) => cells.length !== header.length);
  if (wrong.length > 0)
    throw new InputError(wrong.map(({ line, cells }) => text.csvCells(line, cells.length, header.length)));
  return { separator, header, lines };
}

function splitLine(words: string, separator: string, line: number): string[] {
  const cells = [""];
  let quoted = false;
  for (let index = 0; index < words.length; index += 1) {
    const letter = words[index] ?? "";
    if (quoted && letter === '"' && words[index + 1] === '"') {
      cells[cells.length - 1] += '"';
      index += 1;
    } else if (letter === '"') quoted = !quoted;
    else if (letter === separator && !quoted) cells.push("");
    else cells[cells.length - 1] += letter;
  }
  if (quoted) throw new InputError([text.csvQuote(line)]);
  return cells;
}
