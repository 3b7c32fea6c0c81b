import fc from "fast-check";
import { strToU8, zipSync } from "fflate";
import { writeXlsx } from "hucre/xlsx";
import { expect, it } from "vitest";
import { isLongFor } from "../../../../../../scripts/testing/long.ts";
import { openTable } from "../../../../ui/import/open-table.ts";
import { UnreadableFile } from "../../../../ui/import/opened-sheet.ts";
import { declaredZip } from "../../../../ui/import/testing/declared-zip.ts";
import { read } from "../testing/station.ts";

const RUNS = isLongFor("client/src/ui/import/", "client/src/features/setup/devices/") ? 100 : 25;

const TOA5 = `"TOA5","CR300","CR300","1","CR300.Std","CPU:X.CR3","1","Min1"
"TIMESTAMP","RECORD","BP_mbar_Avg","AirTC_Avg"
"TS","RN","mbar","Deg C"
"","","Avg","Avg"
"2026-09-14 17:23:00",0,1014,26.73
"2026-09-14 17:24:00",1,1013,"NAN"
`;
const INMET = `ESTACAO:;BRASILIA
CODIGO (WMO):;A001
Data;Hora UTC;PRECIPITAÇÃO TOTAL, HORÁRIO (mm);TEMPERATURA DO AR - BULBO SECO, HORARIA (°C);
2023/01/01;0000 UTC;0;20,1;
2023/01/01;0100 UTC;,2;-9999;
`;
const POWER = JSON.stringify({
  properties: { parameter: { T2M: { 2024010100: 20.15, 2024010101: 21 } } },
  header: { fill_value: -999, time_standard: "UTC" },
  parameters: { T2M: { units: "C" } },
});
const PAGE = "<table><tr><td>Data/Hora</td><td>Temp</td></tr><tr><td>20/11/2026 08:00</td><td>24,1</td></tr></table>";
const book = await writeXlsx({
  sheets: [
    {
      name: "A",
      rows: [
        ["Data/Hora", "Temp"],
        [new Date("2026-11-20T08:00:00Z"), 24.1],
      ],
    },
  ],
});
const samples = [
  ...[TOA5, INMET, POWER, PAGE].map((sample) => strToU8(sample)),
  book,
  zipSync({ "a.csv": strToU8(INMET) }),
];

/** Reads a file, which may be refused by name, but must not fail in any other way. */
async function attempt(bytes: Uint8Array) {
  try {
    const { good, errors, cells, mapping, empty } = await read(bytes);
    for (const { fields } of good) {
      expect(Number.isFinite(fields.value)).toBe(true);
      expect(String(fields.date)).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    }
    const lines = new Set([...good, ...errors].map(({ line }) => line));
    // A row with a value that is read is taken, refused by its line, or marked as missing.
    const values = mapping.uses.flatMap((use, column) => (use?.path.startsWith("*") ? [column] : []));
    const rows = cells.flatMap((row, index) =>
      index >= mapping.data && values.some((column) => row[column]) ? [index + 1] : [],
    );
    const lost = rows.filter((line) => !lines.has(line));
    expect(lost.length).toBeLessThanOrEqual(empty + mapping.data);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
  }
}

it("files that end anywhere, and files with changed bytes, are read or refused by name", async () => {
  const damaged = fc.constantFrom(...samples).chain((sample) =>
    fc.oneof(
      fc.nat(sample.length).map((end) => sample.slice(0, end)),
      fc.array(fc.tuple(fc.nat(sample.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 }).map((changes) => {
        const copy = sample.slice();
        for (const [at, byte] of changes) copy[at] = byte;
        return copy;
      }),
    ),
  );
  await fc.assert(fc.asyncProperty(damaged, attempt), { numRuns: RUNS });
});

it("a workbook with a cell in its last corner is read without the space between", async () => {
  const part = (name: string, content: string) =>
    [name, strToU8(`<?xml version="1.0" encoding="UTF-8"?>${content}`)] as const;
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const file = zipSync(
    Object.fromEntries([
      part(
        "[Content_Types].xml",
        `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
      ),
      part(
        "_rels/.rels",
        `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      ),
      part(
        "xl/workbook.xml",
        `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>`,
      ),
      part(
        "xl/_rels/workbook.xml.rels",
        `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
      ),
      part(
        "xl/worksheets/sheet1.xml",
        `<worksheet xmlns="${main}"><dimension ref="A1:XFD1048576"/><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Temp</t></is></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData></worksheet>`,
      ),
    ]),
  );
  const opened = await openTable(file.slice().buffer, async () => {}).catch((error: unknown) => error);
  if (!(opened instanceof UnreadableFile)) expect(opened).toMatchObject([{ name: "A" }]);
});

it("a zip of many tables, and one in a zip, are refused or read by name", async () => {
  const many = zipSync(Object.fromEntries(Array.from({ length: 31 }, (_, index) => [`${index}.csv`, strToU8(INMET)])));
  await expect(read(many)).rejects.toMatchObject({ reason: "zip" });
  await expect(read(zipSync({ "../a.csv": strToU8(INMET) }))).rejects.toMatchObject({ reason: "path" });
});

it.each([
  ["binary", () => "a".repeat(50_000_000)],
  ["too-many-cells", () => ";".repeat(50_000_000)],
  ["too-many-cells", () => `${";".repeat(15_999)}\n`.repeat(1_300)],
  ["json", () => `${"[".repeat(200_000)}${"]".repeat(200_000)}`],
  ["json", () => `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`],
  ["map", () => `<?xml version="1.0"?><!DOCTYPE kml [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><kml>&b;</kml>`],
  ["drawing", () => "0\nSECTION\n2\nHEADER\n"],
  ["bomb", () => declaredZip("a.csv", 310_000_000)],
])("a file that would fill the memory is refused by name: %s", async (reason, content) => {
  await expect(read(content())).rejects.toMatchObject({ reason });
});

it("a quote that never closes costs no rows", async () => {
  const { good, errors } = await read('Data;Hora;Temp;Obs\n20/11/2026;08:00;24,1;"cano 5\n20/11/2026;09:00;25,1;ok\n');
  expect([errors, good.length]).toEqual([[], 2]);
});

it("entities of a workbook grow nothing", async () => {
  const whole = await openTable(book.slice().buffer, async () => {});
  const { unzipSync } = await import("fflate");
  const parts = unzipSync(book);
  const name = Object.keys(parts).find((path) => path.includes("sheet1.xml")) ?? "";
  const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>`;
  const sheet = new TextDecoder().decode(parts[name]).replace(/(<worksheet)/, `${bomb}$1`);
  const opened = await openTable(zipSync({ ...parts, [name]: strToU8(sheet) }).slice().buffer, async () => {}).catch(
    (error: unknown) => error,
  );
  if (!(opened instanceof UnreadableFile)) expect(opened).toEqual(whole);
});
