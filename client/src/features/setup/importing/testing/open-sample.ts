import { openTable } from "../../../../ui/import/open-table.ts";
import { suggestMapping } from "../column-uses.ts";
import { chooseSheet } from "../facts/choose-sheet.ts";
import type { Mapping, RowReader } from "../import-field.ts";
import { type ReadRows, readRows } from "./read-rows.ts";

/** A file as the dialog reads it: its tables, the chosen one, and its rows as `moment variable depth value`. */
export async function openSample(
  content: string | Uint8Array,
  reader: RowReader,
  change: Partial<Mapping> = {},
  sheetName?: string,
): Promise<ReadRows & { shown: string[]; names: string[] }> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const opened = await openTable(bytes.slice().buffer, async () => {});
  const { sheets, sheet } = chooseSheet(opened, reader);
  const cells = (sheets.find(({ name }) => name === sheetName) ?? sheet)?.cells ?? [];
  const { arrange: _, ...plain } = reader;
  const preview = readRows(cells, plain, { ...suggestMapping(cells, reader), ...change });
  const shown = preview.good.map(({ fields }) =>
    [String(fields.date).replace(":00.000Z", "Z"), fields.variable, fields.depthCm, fields.value]
      .filter((part) => part !== undefined)
      .join(" "),
  );
  return { ...preview, shown, names: sheets.map(({ name }) => name) };
}
