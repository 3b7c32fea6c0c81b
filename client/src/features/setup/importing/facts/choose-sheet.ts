import type { OpenedSheet } from "../../../../ui/import/opened-sheet.ts";
import { suggestMapping } from "../column-uses.ts";
import type { RowReader } from "../import-field.ts";

/** The tables of a file in the form of the reader, and the one with the most columns that it knows. */
export function chooseSheet(opened: readonly OpenedSheet[], reader: RowReader) {
  const sheets = opened.map((sheet) => ({ ...sheet, cells: [...(reader.arrange?.(sheet.cells) ?? sheet.cells)] }));
  const known = sheets.map(
    ({ cells }) => new Set(suggestMapping(cells, reader).uses.flatMap((use) => use?.path ?? [])).size,
  );
  const best = known.indexOf(Math.max(...known));
  return { sheets, sheet: sheets[best] };
}
