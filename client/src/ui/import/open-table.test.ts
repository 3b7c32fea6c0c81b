import { writeOds } from "hucre/ods";
import { writeXlsx } from "hucre/xlsx";
import { expect, it } from "vitest";
import { fileKind } from "./file-kind.ts";
import { openTable } from "./open-table.ts";
import { declaredZip } from "./testing/declared-zip.ts";
import { zipFault } from "./zip-guard.ts";

const rows = [
  ["Dia", "Chuva (mm)", "Nota"],
  [new Date("2026-11-20T00:00:00Z"), 1.014, "=1+1"],
  [new Date("2026-11-20T08:30:00Z"), 12, null],
];
const expected = [
  ["Dia", "Chuva (mm)", "Nota"],
  ["2026-11-20", "1,014", "=1+1"],
  ["2026-11-20 08:30:00", "12", ""],
];
const pause = async () => {};
const bufferOf = (bytes: Uint8Array) => Uint8Array.from(bytes).buffer;
const reasonOf = (bytes: Uint8Array | string) =>
  openTable(bufferOf(typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes), pause).then(
    () => "read",
    (error: { reason?: string }) => error.reason,
  );

it("reads the sheets of a workbook, with dates without zone and numbers in full", async () => {
  const sheets = [
    { name: "Vazia", rows: [] },
    { name: "Chuvas", rows },
  ];
  expect(await openTable(bufferOf(await writeXlsx({ sheets })), pause)).toEqual([{ name: "Chuvas", cells: expected }]);
  const [ods] = await openTable(bufferOf(await writeOds({ sheets })), pause);
  expect(ods?.cells.map((row) => row.slice(0, 2))).toEqual(expected.map((row) => row.slice(0, 2)));
});

it("says by the bytes which files are no tables", async () => {
  expect(await reasonOf("")).toBe("empty");
  expect(await reasonOf('{"properties": {}}')).toBe("json");
  expect(await reasonOf('<?xml version="1.0"?><kml xmlns="x"></kml>')).toBe("map");
  expect(await reasonOf('{"type": "FeatureCollection", "features": []}')).toBe("map");
  expect(await reasonOf("%PDF-1.7")).toBe("pdf");
  expect(await reasonOf(Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0]))).toBe("broken");
  expect(await reasonOf(Uint8Array.from([1, 2, 0, 3]))).toBe("binary");
  expect(fileKind(new TextEncoder().encode("a;b\n1;2"))).toBe("text");
});

it("refuses archives that would unpack to gigabytes, or that name a path", async () => {
  expect(zipFault(declaredZip("xl/workbook.xml", 10))).toBeUndefined();
  expect(await reasonOf(declaredZip("xl/worksheets/sheet1.xml", 4_000_000_000))).toBe("bomb");
  expect(await reasonOf(declaredZip("xl/workbook.xml/../../../etc/passwd", 10))).toBe("path");
  expect(await reasonOf(declaredZip("foto.jpg", 10))).toBe("zip");
  expect(await reasonOf(declaredZip("xl/workbook.xml", 10))).toBe("broken");
});
