import { expect, it } from "vitest";
import { uniformSoil } from "../soil/soil-water.ts";
import { bareSoilAfter, soilAfterCrop } from "./bare-soil.ts";
import type { DayInput } from "./season.ts";
import { deficitBetween, type Subsoil } from "./subsoil.ts";

const layers = uniformSoil(0.32, 0.18);
const emptied = { soil: [{ toM: 0.6, dry: 0.8 }], de: 18 };
const days = (rain: number, count: number): DayInput[] =>
  Array.from({ length: count }, () => ({ eto: 5, rain, irrigation: 0 }));
const deficit = (soil: Subsoil) => deficitBetween(layers, soil, 0, 1);

it("dries bare soil in its upper 15 cm alone", () => {
  const after = bareSoilAfter(layers, emptied, days(0, 90));
  expect(deficitBetween(layers, after.soil, 0, 0.15)).toBeCloseTo(21, 0);
  expect(deficitBetween(layers, after.soil, 0.15, 1)).toBeCloseTo(0.8 * 140 * 0.45);
});

it("refills the soil by the rain that does not evaporate", () => {
  const after = bareSoilAfter(layers, emptied, [...days(60, 1), ...days(0, 5)]);
  expect(deficit(after.soil)).toBeLessThan(deficit(emptied.soil) - 35);
  expect(deficitBetween(layers, bareSoilAfter(layers, emptied, days(30, 20)).soil, 0.15, 1)).toBe(0);
});

it("changes nothing without days between", () => {
  const left = soilAfterCrop(layers, { day: 100, dr: 42, de: 3, rootM: 0.6, heightM: 1, fw: 1 });
  expect(bareSoilAfter(layers, left, [])).toEqual({ soil: [{ toM: 0.6, dry: expect.closeTo(0.5) }], de: 3 });
});
