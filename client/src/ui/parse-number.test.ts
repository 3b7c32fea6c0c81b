import { expect, it } from "vitest";
import { parseNumber, twoReadings } from "./parse-number.ts";

it.each([
  ["12,5", 12.5],
  ["12.5", 12.5],
  [" 1.234,5 ", 1234.5],
  ["-3", -3],
  ["", undefined],
  ["doze", Number.NaN],
  ["1,2,3", Number.NaN],
  ["0x10", Number.NaN],
  [",8", 0.8],
  ["6,42E+02", 642],
  ["1.234.567", 1_234_567],
  ["0.125", 0.125],
  ["1014.567", 1014.567],
  // The comma is the decimal separator of a Brazilian keypad.
  ["1,014", 1.014],
  ["1,014.5", Number.NaN],
  ["1.160", Number.NaN],
])("reads %j", (text, number) => {
  expect(parseNumber(text)).toEqual(number);
});

it("reads a text of two meanings when one of them alone is possible", () => {
  expect([parseNumber("-15.789", [-34, 6]), parseNumber("1.160", [100, 2000])]).toEqual([-15.789, 1160]);
  expect([parseNumber("1.160", [-10, 3000]), twoReadings("1.160")]).toEqual([Number.NaN, [1160, 1.16]]);
});
