import { expect, it } from "vitest";
import { rainErrors } from "./rain-rules.ts";
import { oneAmount, wateringErrors } from "./watering-rules.ts";

const AT = Date.parse("2026-01-10T12:00:00Z");
const watering = { sectorId: "s1", start: "2026-01-10T09:00:00Z", grossMm: 12 };

it("refuses a watering without an amount, planned too far ahead, or ending before it starts", () => {
  expect(wateringErrors(watering, AT)).toEqual({});
  const { grossMm: _, ...none } = watering;
  expect(Object.keys(wateringErrors(none, AT))).toEqual(["grossMm"]);
  expect(wateringErrors({ ...watering, start: "2026-01-17T12:00:00Z" }, AT)).toEqual({});
  expect(Object.keys(wateringErrors({ ...watering, start: "2026-01-17T12:00:01Z" }, AT))).toEqual(["start"]);
  expect(Object.keys(wateringErrors({ ...watering, end: "2026-01-10T08:00:00Z" }, AT))).toEqual(["end"]);
});

it("sends one amount: the depth before the panel setting before the hours", () => {
  expect(oneAmount({ note: "x", grossMm: 12, percent: 40, hours: 9 })).toEqual({ note: "x", grossMm: 12 });
  expect(oneAmount({ percent: 40, hours: 9 })).toEqual({ percent: 40 });
  expect(oneAmount({ hours: 9 })).toEqual({ hours: 9 });
  expect(oneAmount({ note: "x" })).toEqual({ note: "x" });
});

it("puts rain on a farm or on a sector, not on both", () => {
  expect(rainErrors({ farmId: "f" })).toEqual({});
  expect(rainErrors({ sectorId: "s" })).toEqual({});
  expect(Object.keys(rainErrors({}))).toEqual(["farmId"]);
  expect(Object.keys(rainErrors({ farmId: "f", sectorId: "s" }))).toEqual(["sectorId"]);
});
