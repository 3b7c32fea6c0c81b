import { row } from "./library-crop.ts";

/**
 * Crops that live for years: their roots do not grow. Coffee and grazed grass have no lengths in FAO-56 Table 11: a year of equal
 * quarters. Coffee on bare ground; citrus with 70 % cover and bare ground between the rows; banana from its second year; alfalfa by its
 * first cutting; table grapes; pasture in rotation.
 */
export const perennials = {
  cafe: row([91, 91, 92, 91], [0.9, 0.95, 0.95], [0.8, 0.9, 0.9], [90, 90], [0.4, 2.5], {
    tBase: 10.5,
    yieldKgHa: 1755,
    priceBrlKg: 28.93,
  }),
  citros: row([60, 90, 120, 95], [0.7, 0.65, 0.7], [0.65, 0.6, 0.65], [120, 120], [0.5, 4], { ky: 1.2 }),
  banana: row([120, 60, 180, 5], [1, 1.2, 1.1], [0.6, 1.1, 1.05], [50, 50], [0.35, 4], { ky: 1.275 }),
  uva: row([20, 40, 120, 60], [0.3, 0.85, 0.45], [0.15, 0.8, 0.4], [100, 100], [0.35, 2], { ky: 0.85 }),
  alfafa: row([10, 20, 20, 10], [0.4, 1.2, 1.15], [0.3, 1.15, 1.1], [100, 100], [0.55, 0.7], {
    tBase: 5,
    tUpper: 30,
    ky: 1.1,
  }),
  pastagem: row([91, 91, 92, 91], [0.4, 0.95, 0.85], [0.3, 0.9, 0.8], [50, 50], [0.6, 0.225]),
} as const;
