import { strFromU8, unzipSync } from "fflate";
import { expect, it } from "vitest";
import { xlsxOf } from "./xlsx.ts";

async function sheetOf(...rows: (string | number | null)[][]) {
  const blob = await xlsxOf({
    title: "Manejo: Pivô 03/Q1 [2026] com um nome comprido demais",
    timeZone: "America/Cuiaba",
    columns: [
      { header: "Data e hora", kind: "moment" },
      { header: "Dia", kind: "day" },
      { header: "Chuva (mm)", kind: "number", decimals: 1 },
      { header: "Observação", kind: "text" },
    ],
    rows,
  });
  const files = unzipSync(new Uint8Array(await blob.arrayBuffer()));
  const file = (name: string) => strFromU8(files[name] ?? new Uint8Array());
  return {
    sheet: file("xl/worksheets/sheet1.xml"),
    strings: file("xl/sharedStrings.xml"),
    book: file("xl/workbook.xml"),
  };
}
const cellOf = (sheet: string, cell: string) => new RegExp(`<c r="${cell}"[^>]*><v>([^<]*)</v>`).exec(sheet)?.[1];

it("writes real dates of the farm's clock and real numbers", async () => {
  const { sheet } = await sheetOf([Date.parse("2026-05-15T02:30:00Z"), "2026-05-14", 1234.56, "ok"]);
  // Serial 46156 is 14 May 2026 in Excel's calendar; 22:30 is 0.9375 of a day.
  expect(Number(cellOf(sheet, "A2"))).toBeCloseTo(46156.9375, 6);
  expect(Number(cellOf(sheet, "B2"))).toBe(46156);
  expect(Number(cellOf(sheet, "C2"))).toBe(1234.56);
});

it("keeps a text a text, whatever it begins with, and a gap empty", async () => {
  const { sheet, strings } = await sheetOf([null, null, null, "=1+1"]);
  expect(sheet).toMatch(/<c r="D2"[^>]* t="s"/);
  expect(strings).toContain("=1+1");
  expect(sheet).not.toContain("<f>");
  expect(cellOf(sheet, "C2")).toBeUndefined();
});

it("gives the sheet a name that Excel accepts", async () => {
  const { book } = await sheetOf();
  expect(/<sheet [^>]*name="([^"]*)"/.exec(book)?.[1]).toBe("Manejo  Pivô 03 Q1  2026  com u");
});
