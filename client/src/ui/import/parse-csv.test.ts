import { expect, it } from "vitest";
import { parseCsv } from "./parse-csv.ts";

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
