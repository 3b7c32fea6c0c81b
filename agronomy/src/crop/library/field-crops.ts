import { row } from "./library-crop.ts";

/**
 * Grain, oil, fibre and sugar. Where the footnotes of FAO-56 Table 12 give the ends of a range a meaning, the row takes the end that
 * fits: maize harvested moist, wheat by machine, sunflower dense and irrigated. Chickpea has no row in Table 11; its lengths are those
 * of lentil.
 */
export const fieldCrops = {
  soja: row([20, 35, 60, 25], [0.4, 1.15, 0.5], [0.15, 1.1, 0.3], [15, 60], [0.5, 0.75], {
    tBase: 14,
    tUpper: 30,
    ky: 0.85,
    yieldKgHa: 3508,
    priceBrlKg: 1.27,
  }),
  milho: row([20, 35, 40, 30], [0.3, 1.2, 0.6], [0.15, 1.15, 0.5], [15, 100], [0.55, 2], {
    tBase: 8,
    tUpper: 30,
    ky: 1.25,
    yieldKgHa: 7500,
    priceBrlKg: 0.87,
  }),
  milhoSemente: row([20, 35, 40, 30], [0.3, 1.2, 0.6], [0.15, 1.15, 0.5], [15, 100], [0.55, 2], {
    tBase: 8,
    tUpper: 30,
    ky: 1.25,
    yieldKgHa: 7500,
  }),
  milhoDoce: row([20, 20, 30, 10], [0.3, 1.15, 1.05], [0.15, 1.1, 1], [15, 80], [0.5, 1.5], { tBase: 8, tUpper: 30 }),
  feijao: row([15, 25, 35, 20], [0.4, 1.15, 0.35], [0.15, 1.1, 0.25], [15, 60], [0.45, 0.4], {
    tBase: 9,
    tUpper: 30,
    ky: 1.15,
    priceBrlKg: 2.55,
  }),
  feijaoVagem: row([20, 30, 30, 10], [0.5, 1.05, 0.9], [0.15, 1, 0.8], [15, 50], [0.45, 0.4], { tBase: 9, tUpper: 30 }),
  graoDeBico: row([20, 30, 60, 40], [0.4, 1, 0.35], [0.15, 0.95, 0.25], [15, 60], [0.5, 0.4]),
  lentilha: row([20, 30, 60, 40], [0.4, 1.1, 0.3], [0.15, 1.05, 0.2], [15, 60], [0.5, 0.5]),
  ervilha: row([15, 25, 35, 15], [0.5, 1.15, 1.1], [0.15, 1.1, 1.05], [15, 60], [0.35, 0.5], { ky: 1.15 }),
  amendoim: row([25, 35, 45, 25], [0.4, 1.15, 0.6], [0.15, 1.1, 0.5], [15, 50], [0.5, 0.4], { ky: 0.7 }),
  trigo: row([15, 25, 50, 30], [0.3, 1.15, 0.25], [0.15, 1.1, 0.15], [15, 100], [0.55, 1], {
    tBase: 0,
    tUpper: 26,
    ky: 1.15,
  }),
  cevada: row([15, 25, 50, 30], [0.3, 1.15, 0.25], [0.15, 1.1, 0.15], [15, 100], [0.55, 1], { tBase: 0, tUpper: 15 }),
  aveia: row([15, 25, 50, 30], [0.3, 1.15, 0.25], [0.15, 1.1, 0.15], [15, 100], [0.55, 1]),
  sorgo: row([20, 35, 40, 30], [0.3, 1.05, 0.55], [0.15, 1, 0.35], [15, 100], [0.55, 1.5], {
    tBase: 8,
    tUpper: 30,
    ky: 0.9,
    yieldKgHa: 4250,
    priceBrlKg: 0.65,
  }),
  milheto: row([15, 25, 40, 25], [0.3, 1, 0.3], [0.15, 0.95, 0.2], [15, 100], [0.55, 1.5]),
  arroz: row([30, 30, 60, 30], [1.05, 1.2, 0.75], [1, 1.15, 0.575], [15, 50], [0.2, 1], { tBase: 8, tUpper: 30 }),
  girassol: row([25, 35, 45, 25], [0.35, 1.15, 0.35], [0.15, 1.1, 0.25], [15, 80], [0.45, 2], {
    tBase: 4,
    tUpper: 30,
    ky: 0.95,
  }),
  mamona: row([25, 40, 65, 50], [0.35, 1.15, 0.55], [0.15, 1.1, 0.45], [15, 100], [0.5, 0.3]),
  algodao: row([30, 50, 55, 45], [0.35, 1.175, 0.6], [0.15, 1.125, 0.45], [15, 100], [0.65, 1.35], {
    tBase: 12,
    tUpper: 35,
    ky: 0.85,
    yieldKgHa: 1860,
    priceBrlKg: 8.78,
  }),
  cana: row([30, 50, 180, 60], [0.4, 1.25, 0.75], [0.15, 1.2, 0.7], [60, 120], [0.65, 3], {
    tBase: 9,
    tUpper: 32,
    ky: 1.2,
  }),
  beterrabaAcucareira: row([30, 45, 90, 15], [0.35, 1.2, 0.7], [0.15, 1.15, 0.5], [15, 70], [0.55, 0.5], {
    tBase: 5,
    tUpper: 30,
    ky: 1,
  }),
} as const;
