import { expect, it } from "vitest";
import { parseNumber } from "./parse-number.ts";

it.each([
  ["12,5", 12.5],
  ["12.5", 12.5],
  [" 1.234,5 ", 1234.5],
  ["-3", -3],
  ["", undefined],
  ["doze", Number.NaN],
  ["1,2,3", Number.NaN],
  ["0x10", Number.NaN],
])("reads %j", (text, number) => {
  expect(parseNumber(text)).toEqual(number);
});
