import { strToU8, zipSync } from "fflate";
import { writeXlsx } from "hucre/xlsx";
import { expect, it } from "vitest";
import { read } from "../testing/station.ts";

const TABLE =
  "Estação Sede\r\nData;Hora;Temperatura do ar (°C);Umidade relativa (%);Radiação (W/m²)\r\n20/11/2026;08:00;24,1;60;1.014,5\r\n20/11/2026;09:30;25;58;1.020\r\n";
const EXPECTED = [
  "2026-11-20T11:00Z airTemp 24.1",
  "2026-11-20T11:00Z airHum 60",
  "2026-11-20T11:00Z rad 1014.5",
  "2026-11-20T12:30Z airTemp 25",
  "2026-11-20T12:30Z airHum 58",
  "2026-11-20T12:30Z rad 1020",
];
const utf16 = (text: string) => Uint8Array.from(Buffer.from(text, "utf16le"));

it.each([
  ["UTF-8", new TextEncoder().encode(TABLE)],
  ["UTF-8 with its mark", new TextEncoder().encode(`\uFEFF${TABLE}`)],
  ["Windows-1252", Uint8Array.from(Buffer.from(TABLE, "latin1"))],
  ["UTF-16 LE", utf16(`\uFEFF${TABLE}`)],
  ["UTF-16 BE", Uint8Array.from(Buffer.from(utf16(`\uFEFF${TABLE}`)).swap16())],
  ["UTF-16 BE without its mark", Uint8Array.from(Buffer.from(utf16(TABLE)).swap16())],
  ["line ends of an old Mac", new TextEncoder().encode(TABLE.replaceAll("\r\n", "\r"))],
  ["line ends of Unix", new TextEncoder().encode(TABLE.replaceAll("\r\n", "\n"))],
  ["tabs", new TextEncoder().encode(TABLE.replaceAll(";", "\t"))],
  ["columns in quotes", new TextEncoder().encode(TABLE.replace(/[^;\r\n]+/g, '"$&"'))],
  ["a separator in its first line", new TextEncoder().encode(`sep=;\r\n${TABLE}`)],
  ["a zip", zipSync({ "dados/estacao.csv": strToU8(TABLE), "leia-me.pdf": new Uint8Array(9) })],
])("a Brazilian table: %s", async (_, content) => {
  const { shown, errors } = await read(content);
  expect(errors).toEqual([]);
  expect(shown).toEqual(EXPECTED);
});

it.each([
  ["dd/mm/aaaa hh:mm", "Data/Hora;Temp\n20/11/2026 08:00;24,1\n20/11/2026 08:15;24,2"],
  ["dd-mm-aa hh:mm:ss", "Data/Hora;Temp\n20-11-26 08:00:00;24,1\n20-11-26 08:15:00;24,2"],
  ["dd.mm.aaaa hhhmm", "Data/Hora;Temp\n20.11.2026 08h00;24,1\n20.11.2026 08h15;24,2"],
  ["aaaa-mm-dd e hhmm", "Data;Hora;Temp\n2026-11-20;0800;24,1\n2026-11-20;0815;24,2"],
  ["ISO com zona", "timestamp;Temp\n2026-11-20T08:00:00-03:00;24,1\n2026-11-20T11:15:00Z;24,2"],
  ["segundos de 1970", "ts;Temp\n1795172400;24,1\n1795173300;24,2"],
  ["ano, mês, dia, hora", "Ano;Mês;Dia;Hora;Temp\n2026;11;20;8:00;24,1\n2026;11;20;8:15;24,2"],
  ["ano, dia do ano, hora", "Ano;DOY;Hora;Temp\n2026;324;800;24,1\n2026;324;815;24,2"],
  ["série de planilha", "Data/Hora;Temp\n46346,3333333333;24,1\n46346,34375;24,2"],
  ["série de planilha e hora", "Data;Hora;Temp\n46346;08:00;24,1\n46346;08:15;24,2"],
  ["fuso no nome", "Data/Hora (UTC-3);Temp\n20/11/2026 08:00;24,1\n20/11/2026 08:15;24,2"],
  ["fuso acima dos nomes", "Fuso horário: UTC\nData/Hora;Temp;UR\n20/11/2026 11:00;24,1;\n20/11/2026 11:15;24,2;"],
])("the moments of a table: %s", async (_, content) => {
  const { shown, errors } = await read(content);
  expect(errors).toEqual([]);
  expect(shown).toEqual(["2026-11-20T11:00Z airTemp 24.1", "2026-11-20T11:15Z airTemp 24.2"]);
});

const rows = (dates: readonly unknown[]) => [
  ["Relatório da estação", null, null],
  [null, null, null],
  ["Data", "Hora", "Temperatura (°C)"],
  ...dates.map((date, index) => [date, `0${8 + index}:00`, 24.125 + index]),
];
const day = new Date("2026-11-20T00:00:00Z");

it("a workbook: titles above, a day in merged cells beside its hours, hidden sheets last", async () => {
  const { shown, errors, names } = await read(
    await writeXlsx({
      sheets: [
        {
          name: "Listas",
          rows: [
            ["Data", "Hora", "Temperatura"],
            ["20/11/2026", "01:00", 1],
          ],
          hidden: true,
        },
        {
          name: "Dados",
          rows: rows([day, null]) as never,
          merges: [
            { startRow: 3, startCol: 0, endRow: 4, endCol: 0 },
            { startRow: 0, startCol: 0, endRow: 0, endCol: 2 },
          ],
        },
      ],
    }),
  );
  expect(names).toEqual(["Dados", "Listas"]);
  expect(errors).toEqual([]);
  expect(shown).toEqual(["2026-11-20T11:00Z airTemp 24.125", "2026-11-20T12:00Z airTemp 25.125"]);
});

it("a workbook: the calendar of 1904, hours of a clock, formulas with their values", async () => {
  const { shown, errors } = await read(
    await writeXlsx({
      dateSystem: "1904",
      sheets: [
        {
          name: "Dados",
          rows: [
            ["Data", "Temp", "UR"],
            [new Date("2026-11-20T08:00:00Z"), null, 55],
          ],
          cells: new Map([
            ["1,1", { type: "formula", value: 24.5, formula: "SUM(24,0.5)", formulaResult: 24.5 }],
          ]) as never,
        },
      ],
    }),
  );
  expect(errors).toEqual([]);
  expect(shown).toEqual(["2026-11-20T11:00Z airTemp 24.5", "2026-11-20T11:00Z airHum 55"]);
});

it("a web page that a program saved as .xls, and Excel's XML of 2003", async () => {
  const page =
    "<html><head><meta charset='utf-8'></head><body><table><tr><th colspan='2'>Estação</th></tr><tr><td>Data/Hora</td><td>Temp (°C)</td></tr><tr><td>20/11/2026 08:00</td><td>24,1</td></tr></table></body></html>";
  expect((await read(page)).shown).toEqual(["2026-11-20T11:00Z airTemp 24.1"]);
  const workbook = `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>
<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="Dados"><Table>
<Row><Cell><Data ss:Type="String">Data/Hora</Data></Cell><Cell ss:Index="3"><Data ss:Type="String">Temp (°C)</Data></Cell></Row>
<Row><Cell><Data ss:Type="DateTime">2026-11-20T08:00:00.000</Data></Cell><Cell ss:Index="3"><Data ss:Type="Number">24.125</Data></Cell></Row>
</Table></Worksheet></Workbook>`;
  expect((await read(workbook)).shown).toEqual(["2026-11-20T11:00Z airTemp 24.125"]);
});

it("Excel: a title over all columns, a day and a fraction of it in two columns, numbers as text", async () => {
  const rows = [
    ["Estação Sede — dados horários", null, null, null],
    ["Data", "Hora", "Temp (°C)", "UR"],
    [new Date("2024-01-15T00:00:00Z"), new Date("1899-12-30T13:00:00Z"), "28,1", "55,0"],
    [45306, 0.583333333333333, "28.4", 54],
  ];
  const merges = [{ startRow: 0, startCol: 0, endRow: 0, endCol: 3 }];
  const { shown, errors } = await read(await writeXlsx({ sheets: [{ name: "Dados", rows, merges }] }));
  expect(errors).toEqual([]);
  expect(shown).toEqual([
    "2024-01-15T16:00Z airTemp 28.1",
    "2024-01-15T16:00Z airHum 55",
    "2024-01-15T17:00Z airTemp 28.4",
    "2024-01-15T17:00Z airHum 54",
  ]);
});
