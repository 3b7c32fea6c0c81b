import type { Locator } from "playwright-core";

/** The numbers under each other of a part of a page: what each is, and its value. */
export function factsOf(part: Locator): Promise<Record<string, string>> {
  return part
    .locator("dt")
    .evaluateAll((terms) =>
      Object.fromEntries(terms.map((term) => [term.textContent, term.nextElementSibling?.textContent ?? ""])),
    );
}

/** The rows of a table that are drawn, by the words of its header. */
export function rowsOf(table: Locator): Promise<Record<string, string>[]> {
  return table.evaluate((element) => {
    const { tHead, tBodies } = element as HTMLTableElement;
    const names = [...(tHead?.rows[0]?.cells ?? [])].map((cell) => cell.textContent);
    return [...(tBodies[0]?.rows ?? [])].map((row) =>
      Object.fromEntries([...row.cells].map((cell, index) => [names[index] ?? "", cell.textContent])),
    );
  });
}
