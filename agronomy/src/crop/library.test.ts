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
});
