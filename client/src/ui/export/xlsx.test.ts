import { readXlsx } from "hucre/xlsx";
import { expect, it } from "vitest";
import type { ExportValue } from "./export-table.ts";
import { xlsxOf } from "./xlsx.ts";

async function sheetOf(...rows: ExportValue[][]) {
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
  const { sheets } = await readXlsx(new Uint8Array(await blob.arrayBuffer()), { readStyles: true });
  const [sheet] = sheets;
  if (!sheet) throw new Error("a workbook without sheets");
  return sheet;
}

it("writes real dates in the farm's zone and real numbers", async () => {
  const { rows } = await sheetOf([Date.parse("2026-05-15T02:30:00Z"), "2026-05-14", 1234.56, "ok"]);
  expect(rows[0]).toEqual(["Data e hora (America/Cuiaba)", "Dia", "Chuva (mm)", "Observação"]);
  expect(rows[1]).toEqual([new Date("2026-05-14T22:30:00Z"), new Date("2026-05-14T00:00:00Z"), 1234.56, "ok"]);
});

it("writes any text as text, and leaves a gap empty", async () => {
  const { rows, cells } = await sheetOf([null, null, null, "=1+1"], [null, null, Number.NaN, "<&>"]);
  expect(rows.slice(1)).toEqual([
    [null, null, null, "=1+1"],
    [null, null, null, "<&>"],
  ]);
  expect(cells?.get("1,3")?.formula).toBeUndefined();
});

it("gives the sheet a name that Excel accepts", async () => {
  expect((await sheetOf()).name).toBe("Manejo  Pivô 03 Q1  2026  com u");
});

it("exports a season of readings", async () => {
  const readings = Array.from({ length: 15_000 }, (_, index): ExportValue[] => [
    index * 900_000,
    "2026-05-14",
    index / 7,
    "",
  ]);
  expect((await sheetOf(...readings)).rows).toHaveLength(15_001);
});
