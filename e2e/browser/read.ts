import type { Locator } from "playwright-core";

/** The facts in a part of a page, as label and value. */
export function factsOf(part: Locator): Promise<Record<string, string>> {
  return part
    .locator("dt")
    .evaluateAll((terms) =>
      Object.fromEntries(terms.map((term) => [term.textContent, term.nextElementSibling?.textContent ?? ""])),
    );
}

/** The rendered rows of a table, with the words of its header as keys. */
export function rowsOf(table: Locator): Promise<Record<string, string>[]> {
  return table.evaluate((element) => {
    const { tHead, tBodies } = element as HTMLTableElement;
    const names = [...(tHead?.rows[0]?.cells ?? [])].map((cell) => cell.textContent);
    return [...(tBodies[0]?.rows ?? [])].map((row) =>
      Object.fromEntries([...row.cells].map((cell, index) => [names[index] ?? "", cell.textContent])),
    );
  });
}
