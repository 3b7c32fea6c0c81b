/** Tables that a person wrote or copied from a chat are short. */
const MAX_LENGTH = 200_000;
/** The sender before a message that was copied: `[20/11/2026 08:15:22] João: `, `20/11/2026 08:15 - João: `. */
const SENDER = /^\[?\d{1,2}\/\d{1,2}\/\d{2,4},? \d{1,2}:\d{2}(?::\d{2})?(?:\] | - )[^:;\t\r\n]{1,40}: /;
const DATED = /^\d{1,4}[/.-]\d{1,2}(?:[/.-]\d{1,4})?\s/;
const TIMED = /^\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4} +\d{1,2}[:h]/;

/** Turns a table with columns of blanks into one with tabs, line by line. Undefined for any other text. */
export function spacedTable(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const written = text.split(/\r\n|\r|\n/);
  const lines = written.map((line) => line.replace(SENDER, "").trim());
  const said = lines.join("\n");
  const without = SENDER.test(written[0] ?? "") ? said : undefined;
  // Commas are decimal ones where each is between digits, and no cell has two.
  if (/[;\t|"]/.test(said) || /,(?!\d)|\d,\d+,\d/.test(said)) return without;
  const dated = lines.filter((line) => DATED.test(line));
  const header = lines.findIndex((line) => /^\p{L}/u.test(line) && /\s/.test(line));
  if (header < 0 || dated.length === 0 || 2 * dated.length < lines.filter(Boolean).length) return without;
  const isWide = / {2,}/.test(lines[header] ?? "");
  // The unit belongs to the name before it.
  const cellsOf = (line: string) => (isWide ? line.split(/ {2,}/) : line.replace(/ +\(/g, "(").split(/ +/));
  const width = cellsOf(lines[header] ?? "").length;
  const rows = lines.map((line, at) => {
    const cells = cellsOf(line);
    // The date and the hour under one name.
    const isPair = at > header && !isWide && TIMED.test(line) && cells.length === width + 1;
    return isPair ? [cells.slice(0, 2).join(" "), ...cells.slice(2)] : cells;
  });
  const isTable = width > 1 && rows.every((cells, at) => !DATED.test(lines[at] ?? "") || cells.length === width);
  return isTable ? rows.map((cells) => cells.join("\t")).join("\n") : without;
}
