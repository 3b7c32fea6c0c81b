import type { CropFields } from "@lamina/shared/records/crop";
import type * as z from "zod";
import { fieldCrops } from "./library/field-crops.ts";
import type { LibraryCrop } from "./library/library-crop.ts";
import { perennials } from "./library/perennials.ts";
import { vegetables } from "./library/vegetables.ts";

/** The crop library: the initial crops of a client. Each client has its own copy, which it can change. */
export const fao56Crops = { ...fieldCrops, ...vegetables, ...perennials } as const;

export type Fao56CropKey = keyof typeof fao56Crops;

/** The yields and prices of the library: a crop that has one of them has a start value, which no person entered. */
const crops: readonly LibraryCrop[] = Object.values(fao56Crops);
const startPrices = new Set(crops.flatMap(({ priceBrlKg }) => priceBrlKg ?? []));
const startYields = new Set(crops.flatMap(({ yieldKgHa }) => yieldKgHa ?? []));
export const isStartPrice = (brlKg: number): boolean => startPrices.has(brlKg);
export const isStartYield = (kgHa: number): boolean => startYields.has(kgHa);

/** The fields of a library crop under these names. The development stage gets the middle of its Kc range. */
export function fao56CropFields(
  key: Fao56CropKey,
  names: { crop: string; stages: readonly string[] },
): z.output<typeof CropFields> {
  const crop: LibraryCrop = fao56Crops[key];
  const { days, kc, kcb, rootsCm, p, heightM, tBase, tUpper, ky, yieldKgHa, priceBrlKg } = crop;
  const [kcIni, kcMid, kcEnd] = kc;
  const kcOfStage = [kcIni, (kcIni + kcMid) / 2, kcMid, kcEnd];
  return {
    name: names.crop,
    stages: days.map((count, stage) => ({
      name: names.stages[stage] ?? "",
      days: count,
      kc: Math.round((kcOfStage[stage] ?? 0) * 100) / 100,
    })),
    kcIni,
    kcMid,
    kcEnd,
    kcbIni: kcb[0],
    kcbMid: kcb[1],
    kcbEnd: kcb[2],
    rootIniCm: rootsCm[0],
    rootMaxCm: rootsCm[1],
    p,
    heightM,
    ...(tBase !== undefined && { tBase }),
    ...(tUpper !== undefined && { tUpper }),
    ...(ky !== undefined && { ky }),
    ...(yieldKgHa !== undefined && { yieldKgHa }),
    ...(priceBrlKg !== undefined && { priceBrlKg }),
  };
}
