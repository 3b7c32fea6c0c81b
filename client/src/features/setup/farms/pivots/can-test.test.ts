import { expect, it } from "vitest";
import { coefficientsOf, readCans } from "./can-test.ts";

it("reads a pasted sheet: tabs, semicolons or spaces, decimal commas, a title line", () => {
  expect(readCans("Distância\tLâmina\n10\t5,2\n20;4,8\r\n30 5.0\n\n")).toEqual({
    cans: [
      { radiusM: 10, depthMm: 5.2 },
      { radiusM: 20, depthMm: 4.8 },
      { radiusM: 30, depthMm: 5 },
    ],
    wrongLines: [],
  });
});

it("lists the lines that are not a can", () => {
  expect(readCans("10 5\n20\n30 x\n40 -1\n0 4\n50 5 6").wrongLines).toEqual([2, 3, 4, 5, 6]);
});

it("computes the coefficients, weighted by radius for a pivot only", () => {
  const even = coefficientsOf(readCans("10 5\n20 5\n30 5"));
  expect(even).toEqual({ cuc: 100, cuh: 100, cud: 100 });
  const dryEnd = coefficientsOf(readCans("10 6\n20 6\n30 6\n40 2"));
  expect(dryEnd?.cuc).toBeCloseTo(70, 6);
  expect(dryEnd?.cuh).toBeLessThan(70);
  expect(dryEnd?.cud).toBeCloseTo(40, 6);
});

it("is null for too few or for dry cans", () => {
  expect(coefficientsOf(readCans("10 5\n20 5"))).toBeNull();
  expect(coefficientsOf(readCans("10 0\n20 0\n30 0"))).toBeNull();
});
