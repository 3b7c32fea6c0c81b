import { expect, it } from "vitest";
import { parseCsv } from "./testing/parse-csv.ts";

it("reads CSV of Brazilian spreadsheets: `;`, byte order mark, CRLF, quotes, empty lines", () => {
  expect(parseCsv('\uFEFFNome;Nota\r\n"Pivô; 01";"disse ""sim"""\r\n\r\n12,5;\r\n')).toEqual([
    ["Nome", "Nota"],
    ["Pivô; 01", 'disse "sim"'],
    [""],
    ["12,5", ""],
  ]);
});

it("reads commas and tabs by the header, line breaks within quotes, and an empty file", () => {
  expect(parseCsv('a,b\n1,"x\ny"')).toEqual([
    ["a", "b"],
    ["1", "x\ny"],
  ]);
  expect(parseCsv("a\tb\n1\t2")).toEqual([
    ["a", "b"],
    ["1", "2"],
  ]);
  expect(parseCsv("sep=;\r\na;b\r\n1;2")).toEqual([
    ["a", "b"],
    ["1", "2"],
  ]);
  expect(parseCsv("")).toEqual([]);
});

it("finds the separator by all lines, not by the first occurrence", () => {
  expect(parseCsv('Série,Hora,"Obs; livre"\nE-1,8:00,"24,8"\nE-1,9:00,"24,9"')).toEqual([
    ["Série", "Hora", "Obs; livre"],
    ["E-1", "8:00", "24,8"],
    ["E-1", "9:00", "24,9"],
  ]);
  expect(parseCsv("Estação: A; B\nhora,t,u\n1,2,3\n4,5,6\n7,8,9")).toContainEqual(["4", "5", "6"]);
  expect(parseCsv("t;u\n1,5;2,5\n3,5;4,5")).toContainEqual(["3,5", "4,5"]);
  expect(parseCsv("t\tu\n1,5\t2,5")).toContainEqual(["1,5", "2,5"]);
});
