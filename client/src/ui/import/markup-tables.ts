import type { OpenedSheet } from "./opened-sheet.ts";

/** Cells may claim to repeat without limit. */
const MAX_SPAN = 100;

/** The tables of a web page, which many programs save as `.xls`, and of Excel's XML of 2003. */
export function markupTables(text: string): OpenedSheet[] {
  return /<Workbook\b/.test(text) ? workbookTables(text) : pageTables(text);
}

const plain = (cell: Element) => (cell.textContent ?? "").replace(/\s+/g, " ").trim();

function pageTables(text: string): OpenedSheet[] {
  const document = new DOMParser().parseFromString(text, "text/html");
  const tables = [...document.querySelectorAll("table")].filter((table) => !table.querySelector("table"));
  return tables.map((table, index) => ({
    name: plain(table.querySelector("caption") ?? document.createElement("p")) || `Tabela ${index + 1}`,
    cells: [...table.querySelectorAll("tr")].map((row) =>
      [...row.querySelectorAll("th, td")].flatMap((cell) => {
        const span = Math.min(MAX_SPAN, Number(cell.getAttribute("colspan")) || 1);
        return [plain(cell), ...Array.from({ length: span - 1 }, () => "")];
      }),
    ),
  }));
}

function workbookTables(text: string): OpenedSheet[] {
  // Entities can grow without limit, and no spreadsheet writes them.
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) return [];
  const document = new DOMParser().parseFromString(text.replace(/^\s+/, ""), "text/xml");
  const all = (parent: Document | Element, name: string) => [...parent.getElementsByTagNameNS("*", name)];
  const attribute = (element: Element, name: string) =>
    [...element.attributes].find(({ localName }) => localName === name)?.value;
  return all(document, "Worksheet").map((sheet, index) => ({
    name: attribute(sheet, "Name") ?? String(index + 1),
    cells: all(sheet, "Row").map((row) => {
      const cells: string[] = [];
      for (const cell of all(row, "Cell")) {
        const at = Number(attribute(cell, "Index") ?? cells.length + 1) - 1;
        const [data] = all(cell, "Data");
        while (cells.length < Math.min(at, cells.length + MAX_SPAN)) cells.push("");
        cells.push(data ? dataCell(plain(data), attribute(data, "Type")) : "");
      }
      return cells;
    }),
  }));
}

function dataCell(value: string, type: string | undefined): string {
  if (type === "Number") return value.replace(".", ",");
  return type === "DateTime"
    ? value
        .replace("T", " ")
        .replace(/(\.000)?$/, "")
        .replace(/ 00:00:00$/, "")
    : value;
}
