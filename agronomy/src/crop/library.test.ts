import { CropFields, checkCrop } from "@lamina/shared/records/crop";
import { describe, expect, it } from "vitest";
import { type Fao56CropKey, fao56CropFields, fao56Crops } from "./fao56-crops.ts";
import type { LibraryCrop } from "./library/library-crop.ts";

const crops = Object.entries(fao56Crops) as [Fao56CropKey, LibraryCrop][];
const STAGES = ["Inicial", "Desenvolvimento", "Médio", "Final"];

describe("the crop library", () => {
  it.each(crops)("%s is valid for the API", (key) => {
    const fields = fao56CropFields(key, { crop: key, stages: STAGES });
    expect(CropFields.safeParse(fields).error).toBeUndefined();
    expect(checkCrop(fields)).toEqual([]);
  });

  it.each(crops)("%s has basal coefficients below the single ones, for transpiration alone", (_, { kc, kcb }) => {
    for (const stage of [0, 1, 2] as const) expect(kcb[stage]).toBeLessThanOrEqual(kc[stage]);
  });

  it("has the printed rows of FAO-56: days of Table 11, Kc of 12, Kcb of 17, roots and p of 22", () => {
    const { soja, trigo, melancia, citros } = fao56Crops;
    expect([soja.kc, soja.kcb, soja.p]).toEqual([[0.4, 1.15, 0.5], [0.15, 1.1, 0.3], 0.5]);
    expect([trigo.days, trigo.kc]).toEqual([
      [15, 25, 50, 30],
      [0.3, 1.15, 0.4],
    ]);
    expect([melancia.days, melancia.kcb]).toEqual([
      [20, 30, 30, 30],
      [0.15, 0.95, 0.7],
    ]);
    expect([citros.days, citros.kc, citros.p]).toEqual([[60, 90, 120, 95], [0.7, 0.65, 0.7], 0.5]);
  });
});
