import { expect, it } from "vitest";
import { fieldErrors } from "../rules/rule-text.ts";
import { TariffFields } from "./config.ts";
import { CropFields } from "./crop.ts";
import { checkPivot, checkSoil } from "./farm.ts";

const ids = (rules: readonly { field: string; id: string }[]) => rules.map(({ field, id }) => `${field} ${id}`);

it.each([
  [24, 23.99, false],
  [0.24, 0.12, false],
  [24, 22.1, false],
  [24.1, 22.1, true],
  [24, 12, true],
  [60, 20, true],
  [62, 21, false],
])("takes a soil with CC %s and PMP %s: %s", (fcPct, wpPct, isTaken) => {
  const rules = checkSoil({ layers: [{ depthCm: 100, fcPct, wpPct }] });
  expect(ids(rules)).toEqual(isTaken ? [] : ["layers.0.wpPct soil-holds"]);
});

it("says what the soil would hold", () => {
  const layers = [{ depthCm: 100, fcPct: 24, wpPct: 23.99 }];
  expect(fieldErrors(checkSoil({ layers }))).toEqual({
    "layers.0.wpPct": "CC − PMP é 0,01 % em volume; um solo retém de 2 a 40 %. Confira as unidades.",
  });
});

it.each([
  [300, 500, undefined, []],
  [30, 500, undefined, ["flowM3h flow-of-area"]],
  [3000, 500, undefined, ["flowM3h flow-of-area"]],
  [300, 50, undefined, ["flowM3h flow-of-area"]],
  [300, 5, undefined, ["radiusM too-small"]],
  [300, 500, 7850, ["flowM3h flow-of-area"]],
])("a pivot of %s m³/h and %s m: area %s ha", (flowM3h, radiusM, areaHa, expected) => {
  expect(ids(checkPivot({ kind: "pivot", flowM3h, radiusM, areaHa }))).toEqual(expected);
});

it("refuses roots, coefficients and tariffs with a wrong decimal place", () => {
  const refuses = (field: keyof typeof CropFields.shape, ...values: number[]) =>
    values.map((value) => CropFields.shape[field].safeParse(value).success);
  expect(refuses("rootMaxCm", 10, 100, 1000)).toEqual([false, true, false]);
  expect(refuses("kcMid", 0.12, 1.2, 12)).toEqual([false, true, false]);
  expect(refuses("p", 0.055, 0.55, 5.5)).toEqual([false, true, false]);
  const window = { days: [1], from: "00:00", to: "06:00", kind: "offpeak" };
  const takes = (brlKwh: number) => TariffFields.safeParse({ name: "x", windows: [{ ...window, brlKwh }] }).success;
  expect([0, 0.004, 0.4, 4, 40].map(takes)).toEqual([true, false, true, true, false]);
});
