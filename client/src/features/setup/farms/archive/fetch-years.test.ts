import { expect, it } from "vitest";
import { partsOfYears, sumOfParts } from "./fetch-years.ts";

it("asks for a year at a time, without a gap or a day twice", () => {
  expect(partsOfYears("2024-01-01", "2026-01-05")).toEqual([
    { from: "2024-01-01", to: "2024-12-31" },
    { from: "2025-01-01", to: "2026-01-01" },
    { from: "2026-01-02", to: "2026-01-05" },
  ]);
  expect(partsOfYears("2024-01-01", "2024-01-01")).toEqual([{ from: "2024-01-01", to: "2024-01-01" }]);
});

it("sums the years that are stored", () => {
  const year = { inserted: 300, changed: 1, duplicate: 2, kept: 3, absent: 4, problem: null };
  expect(sumOfParts([year, year])).toEqual({
    inserted: 600,
    changed: 2,
    duplicate: 4,
    kept: 6,
    absent: 8,
    problem: null,
  });
});
