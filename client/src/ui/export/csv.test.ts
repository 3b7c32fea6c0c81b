import { describe, expect, it } from "vitest";
import { csvOf } from "./csv.ts";
import type { ExportTable } from "./export-table.ts";

const table: ExportTable = {
  title: "Chuva",
  timeZone: "America/Cuiaba",
  columns: [
    { header: "Data e hora", kind: "moment" },
    { header: "Dia", kind: "day" },
    { header: "Chuva (mm)", kind: "number", decimals: 1 },
    { header: "Observação", kind: "text" },
  ],
  rows: [],
};
const lineOf = (...row: (string | number | null)[]) => csvOf({ ...table, rows: [row] }).split("\r\n")[1];
const noteOf = (note: string) => lineOf(0, "2026-05-14", 0, note)?.split(";").slice(3).join(";");

describe("csvOf", () => {
  it("opens in a Brazilian spreadsheet: BOM, semicolon, CRLF, accents", () => {
    expect(csvOf(table)).toBe("\uFEFFData e hora (America/Cuiaba);Dia;Chuva (mm);Observação\r\n");
  });

  it("writes the farm's time, the day, and a decimal comma without thousands", () => {
    expect(lineOf(Date.parse("2026-05-15T02:30:00Z"), "2026-05-14", 1234.55, "ok")).toBe(
      "14/05/2026 22:30;14/05/2026;1234,6;ok",
    );
    expect(lineOf(0, "2026-05-14", -0.04, null)?.split(";")[2]).toBe("0,0");
  });

  it("leaves a gap empty", () => {
    expect(lineOf(null, null, null, null)).toBe(";;;");
    expect(lineOf(null, null, Number.NaN, null)).toBe(";;;");
  });

  it("quotes cells that would break a line", () => {
    expect(noteOf('disse "sim"; choveu\nmuito')).toBe('"disse ""sim""; choveu\nmuito"');
  });

  it.each(["=1+1", "+55 65", "-2", "@cmd", "\tx", "\r=1", "  =1", "＝1", "\u00A0=HYPERLINK(1)"])(
    "does not let a spreadsheet run %j",
    (note) => {
      expect(noteOf(note)?.replace(/^"/, "")).toMatch(/^'/);
    },
  );

  it("leaves harmless texts and negative numbers as they are", () => {
    expect(noteOf("Q1 - norte = sul")).toBe("Q1 - norte = sul");
    expect(lineOf(0, "2026-05-14", -3.25, "")?.split(";")[2]).toBe("-3,3");
  });
});

it("names the zone of its moments in their column", () => {
  const moments = (zone?: string) =>
    csvOf({
      title: "Irrigações",
      timeZone: "America/Cuiaba",
      columns: [{ header: "Início", kind: "moment", ...(zone !== undefined && { zone }) }],
      rows: [[Date.UTC(2026, 10, 20, 12)]],
    });
  expect(moments()).toContain("Início (America/Cuiaba)\r\n20/11/2026 08:00\r\n");
  expect(moments("horário de cada fazenda")).toContain("Início (horário de cada fazenda)\r\n");
});
