import { expect, it } from "vitest";
import { countedCells, isMissing, notationInRange, notationOf, readNumber } from "./column-numbers.ts";

const read = (cells: string[]) => cells.map((cell) => readNumber(cell, notationOf(countedCells(cells))));

it("reads a point by the other cells of its column", () => {
  expect(read(["1.120", "980,5", "1 020,25", "7,5E+02", ",8", "12.5"])).toEqual([1120, 980.5, 1020.25, 750, 0.8, 12.5]);
  expect(read(["1.120", "980.5", "1,020.25", "12"])).toEqual([1.12, 980.5, 1020.25, 12]);
});

it("refuses a comma before a point among commas, and a number of two meanings where nothing decides", () => {
  expect(read(["1,120.5", "980,5", "1,5", "2,5"])).toEqual([Number.NaN, 980.5, 1.5, 2.5]);
  expect(read(["1.120", "980"])).toEqual([Number.NaN, 980]);
  expect(read(["1.120", "980,5", "7.25"])).toEqual([Number.NaN, 980.5, 7.25]);
});

it("takes the notation whose numbers are possible", () => {
  expect(notationInRange(countedCells(["24.125", "25.250"]), [0, 70])).toBe("point");
  expect(notationInRange(countedCells(["1.120", "950"]), [100, 1600])).toBe("comma");
  expect(notationInRange(countedCells(["1.120"]), [-10, 3000])).toBeUndefined();
});

it.each(["-9999", "-999", "-999.0", "NAN", "NaN", "--", "---", "null", "-", "N/A", "#N/D"])(
  "knows %j as missing",
  (cell) => {
    expect(isMissing(cell, [-20, 55])).toBe(true);
  },
);

it("does not take a possible value as a missing one", () => {
  expect([isMissing("-999", [-2000, 2000]), isMissing("0", [0, 1]), isMissing("9999", [0, 20000])]).toEqual([
    false,
    false,
    false,
  ]);
});
