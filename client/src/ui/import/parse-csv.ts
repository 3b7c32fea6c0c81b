/**
 * The cells of a spreadsheet's CSV: `;`, `,` or tab, quotes, any line end, with or without byte order mark. Keeps empty
 * lines, so that rows keep their numbers, except at the end.
 */
export function parseCsv(text: string): string[][] {
  // Excel's separator line (`sep=`), which Excel hides, is not a row.
  const plain = text.replace(/^\uFEFF/, "").replace(/^"?sep=.?"?(\r\n|\r|\n)/i, "");
  const firstLine = plain.slice(0, plain.search(/\r|\n|$/));
  const separator = [";", "\t", ","].find((one) => firstLine.includes(one)) ?? ";";
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let quoted = false;
  const endCell = () => {
    row.push(cell.trim());
    cell = "";
  };
  const endRow = () => {
    endCell();
    rows.push(row);
    row = [];
  };
  for (let at = 0; at < plain.length; at++) {
    const character = plain[at] ?? "";
    if (quoted) {
      if (character !== '"') cell += character;
      else if (plain[at + 1] === '"') {
        cell += '"';
        at++;
      } else quoted = false;
    } else if (character === '"' && cell.trim() === "") quoted = true;
    else if (character === separator) endCell();
    else if (character === "\n" || character === "\r") {
      if (character === "\r" && plain[at + 1] === "\n") at++;
      endRow();
    } else cell += character;
  }
  endRow();
  while (rows.slice(-1)[0]?.every((one) => one === "")) rows.pop();
  return rows;
}
