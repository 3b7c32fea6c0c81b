import { describe, expect, it } from "vitest";
import { type Fao56CropKey, fao56Crops } from "./fao56-crops.ts";
import type { LibraryCrop } from "./library/library-crop.ts";

type Range = readonly [number, number];
type Printed = number | Range;
type Three = readonly [ini: Printed, mid: Printed, end: Printed];

const middle = (printed: Printed) => (typeof printed === "number" ? printed : (printed[0] + printed[1]) / 2);

/**
 * Rows of Table 11 with their region, days of the stages (of two printed lengths the one of the printed total), depths of roots in m and
 * p of Table 22, seasonal Ky of Table 24. Null: the table has no such row.
 */
const ROWS_11_22_24: readonly [string, Fao56CropKey, LibraryCrop["days"] | null, Range, number, Printed | null][] = [
  ["Soybeans, Central USA (30/35, total 140)", "soja", [20, 35, 60, 25], [0.6, 1.3], 0.5, 0.85],
  ["Maize (grain), Nigeria", "milho", [20, 35, 40, 30], [1, 1.7], 0.55, 1.25],
  ["Maize (grain), Nigeria", "milhoSemente", [20, 35, 40, 30], [1, 1.7], 0.55, 1.25],
  ["Maize (sweet), Philippines", "milhoDoce", [20, 20, 30, 10], [0.8, 1.2], 0.5, null],
  ["Beans (dry), Pakistan", "feijao", [15, 25, 35, 20], [0.6, 0.9], 0.45, 1.15],
  ["Beans (green), California", "feijaoVagem", [20, 30, 30, 10], [0.5, 0.7], 0.45, null],
  ["Chick pea", "graoDeBico", null, [0.6, 1], 0.5, null],
  ["Lentil, Europe", "lentilha", [20, 30, 60, 40], [0.6, 0.8], 0.5, null],
  ["Peas, Europe, fresh", "ervilha", [15, 25, 35, 15], [0.6, 1], 0.35, 1.15],
  ["Groundnut, West Africa", "amendoim", [25, 35, 45, 25], [0.5, 1], 0.5, 0.7],
  ["Wheat, Central India; Spring Wheat", "trigo", [15, 25, 50, 30], [1, 1.5], 0.55, 1.15],
  ["Barley, Central India", "cevada", [15, 25, 50, 30], [1, 1.5], 0.55, null],
  ["Oats, Central India", "aveia", [15, 25, 50, 30], [1, 1.5], 0.55, null],
  ["Sorghum (grain), USA", "sorgo", [20, 35, 40, 30], [1, 2], 0.55, 0.9],
  ["Millet, Pakistan", "milheto", [15, 25, 40, 25], [1, 2], 0.55, null],
  ["Rice, Tropics", "arroz", [30, 30, 60, 30], [0.5, 1], 0.2, null],
  ["Sunflower, Mediterranean", "girassol", [25, 35, 45, 25], [0.8, 1.5], 0.45, 0.95],
  ["Castor beans, semi-arid", "mamona", [25, 40, 65, 50], [1, 2], 0.5, null],
  ["Cotton, Texas", "algodao", [30, 50, 55, 45], [1, 1.7], 0.65, 0.85],
  ["Sugarcane, ratoon, Tropics", "cana", [30, 50, 180, 60], [1.2, 2], 0.65, 1.2],
  ["Sugarbeet, California in March", "beterrabaAcucareira", [30, 45, 90, 15], [0.7, 1.2], 0.55, 1],
  ["Potato, continental", "batata", [25, 30, 45, 30], [0.4, 0.6], 0.35, 1.1],
  ["Sweet potato, tropical", "batataDoce", [15, 30, 50, 30], [1, 1.5], 0.65, null],
  ["Cassava, year 1", "mandioca", [20, 40, 90, 60], [0.5, 0.8], 0.35, null],
  ["Beets (table), Mediterranean in April", "beterraba", [15, 25, 20, 10], [0.6, 1], 0.5, null],
  ["Carrots, arid (50/30, total 100)", "cenoura", [20, 30, 30, 20], [0.5, 1], 0.35, null],
  ["Onion (dry), Mediterranean", "cebola", [15, 25, 70, 40], [0.3, 0.6], 0.3, 1.1],
  ["Garlic", "alho", null, [0.3, 0.5], 0.3, null],
  ["Cabbage, California", "repolho", [40, 60, 50, 15], [0.5, 0.8], 0.45, 0.95],
  ["Cauliflower, California", "couveFlor", [35, 50, 40, 15], [0.4, 0.7], 0.45, null],
  ["Broccoli, California", "brocolis", [35, 45, 40, 15], [0.4, 0.6], 0.45, null],
  ["Lettuce, Mediterranean in April", "alface", [20, 30, 15, 10], [0.3, 0.5], 0.3, null],
  ["Spinach, Mediterranean (15/25, total 60/70)", "espinafre", [20, 20, 15, 5], [0.3, 0.5], 0.2, null],
  ["Tomato, Mediterranean", "tomate", [30, 40, 45, 30], [0.7, 1.5], 0.4, 1.05],
  ["Sweet peppers, Europe (25/30, total 125)", "pimentao", [30, 35, 40, 20], [0.5, 1], 0.3, 1.1],
  ["Egg plant, arid", "berinjela", [30, 40, 40, 20], [0.7, 1.2], 0.45, null],
  ["Cucumber, arid in June; fresh market", "pepino", [20, 30, 40, 15], [0.7, 1.2], 0.5, null],
  ["Pumpkin, Mediterranean", "abobora", [20, 30, 30, 20], [1, 1.5], 0.35, null],
  ["Squash, Zucchini, Mediterranean in April", "abobrinha", [25, 35, 25, 15], [0.6, 1], 0.5, null],
  ["Sweet melons, Mediterranean", "melao", [25, 35, 40, 20], [0.8, 1.5], 0.4, null],
  ["Watermelon, Italy", "melancia", [20, 30, 30, 30], [0.8, 1.5], 0.4, 1.1],
  ["Coffee", "cafe", null, [0.9, 1.5], 0.4, null],
  ["Citrus, Mediterranean; 70 % canopy", "citros", [60, 90, 120, 95], [1.2, 1.5], 0.5, [1.1, 1.3]],
  ["Banana, 2nd year", "banana", [120, 60, 180, 5], [0.5, 0.9], 0.35, [1.2, 1.35]],
  ["Grapes, low latitudes; table or raisin", "uva", [20, 40, 120, 60], [1, 2], 0.35, 0.85],
  ["Alfalfa, first cutting, California", "alfafa", [10, 20, 20, 10], [1, 2], 0.55, 1.1],
  ["Grazing pasture, rotated", "pastagem", null, [0.5, 1.5], 0.6, null],
];

describe("FAO-56 (1998), Tables 11, 22 and 24", () => {
  it("have a row checked for each crop of the library", () => {
    const keys = Object.keys(fao56Crops).sort();
    expect(ROWS_11_22_24.map(([, key]) => key).sort()).toEqual(keys);
    expect(ROWS_12_17.map(([, key]) => key).sort()).toEqual(keys);
  });

  it.each(ROWS_11_22_24)("%s", (_, key, days, rootsM, p, ky) => {
    const crop: LibraryCrop = fao56Crops[key];
    if (days) expect(crop.days).toEqual(days);
    expect(crop.rootsCm[1]).toBeCloseTo(100 * rootsM[0], 6);
    expect(crop.p).toBe(p);
    expect(crop.ky).toEqual(ky === null ? undefined : expect.closeTo(middle(ky), 6));
  });
});

/** Rows of Table 12: Kc and height in m; and of Table 17: Kcb. An empty Kc ini is printed with its group. */
const ROWS_12_17: readonly [string, Fao56CropKey, Three, height: Printed, kcb: Three][] = [
  ["Soybeans (Kc ini of legumes)", "soja", [0.4, 1.15, 0.5], [0.5, 1], [0.15, 1.1, 0.3]],
  ["Maize, field; high moisture (footnote 11)", "milho", [0.3, 1.2, 0.6], 2, [0.15, 1.15, 0.5]],
  ["Maize, field; high moisture (footnote 11)", "milhoSemente", [0.3, 1.2, 0.6], 2, [0.15, 1.15, 0.5]],
  ["Maize, sweet, fresh", "milhoDoce", [0.3, 1.15, 1.05], 1.5, [0.15, 1.1, 1]],
  ["Beans, dry and pulses", "feijao", [0.4, 1.15, 0.35], 0.4, [0.15, 1.1, 0.25]],
  ["Beans, green", "feijaoVagem", [0.5, 1.05, 0.9], 0.4, [0.15, 1, 0.8]],
  ["Chick pea", "graoDeBico", [0.4, 1, 0.35], 0.4, [0.15, 0.95, 0.25]],
  ["Lentil", "lentilha", [0.4, 1.1, 0.3], 0.5, [0.15, 1.05, 0.2]],
  ["Peas, fresh", "ervilha", [0.5, 1.15, 1.1], 0.5, [0.15, 1.1, 1.05]],
  ["Groundnut", "amendoim", [0.4, 1.15, 0.6], 0.4, [0.15, 1.1, 0.5]],
  ["Spring Wheat; not by hand (footnote 10)", "trigo", [0.3, 1.15, 0.25], 1, [0.15, 1.1, 0.15]],
  ["Barley", "cevada", [0.3, 1.15, 0.25], 1, [0.15, 1.1, 0.15]],
  ["Oats", "aveia", [0.3, 1.15, 0.25], 1, [0.15, 1.1, 0.15]],
  ["Sorghum, grain", "sorgo", [0.3, [1, 1.1], 0.55], [1, 2], [0.15, [0.95, 1.05], 0.35]],
  ["Millet", "milheto", [0.3, 1, 0.3], 1.5, [0.15, 0.95, 0.2]],
  ["Rice", "arroz", [1.05, 1.2, [0.9, 0.6]], 1, [1, 1.15, [0.7, 0.45]]],
  ["Sunflower; not rainfed (footnote 9)", "girassol", [0.35, 1.15, 0.35], 2, [0.15, 1.1, 0.25]],
  ["Castorbean", "mamona", [0.35, 1.15, 0.55], 0.3, [0.15, 1.1, 0.45]],
  ["Cotton", "algodao", [0.35, [1.15, 1.2], [0.7, 0.5]], [1.2, 1.5], [0.15, [1.1, 1.15], [0.5, 0.4]]],
  ["Sugar Cane", "cana", [0.4, 1.25, 0.75], 3, [0.15, 1.2, 0.7]],
  ["Sugar Beet", "beterrabaAcucareira", [0.35, 1.2, 0.7], 0.5, [0.15, 1.15, 0.5]],
  ["Potato", "batata", [0.5, 1.15, 0.75], 0.6, [0.15, 1.1, 0.65]],
  ["Sweet Potato", "batataDoce", [0.5, 1.15, 0.65], 0.4, [0.15, 1.1, 0.55]],
  ["Cassava, year 1", "mandioca", [0.3, 0.8, 0.3], 1, [0.15, 0.7, 0.2]],
  ["Beets, table", "beterraba", [0.5, 1.05, 0.95], 0.4, [0.15, 0.95, 0.85]],
  ["Carrots", "cenoura", [0.7, 1.05, 0.95], 0.3, [0.15, 0.95, 0.85]],
  ["Onions, dry", "cebola", [0.7, 1.05, 0.75], 0.4, [0.15, 0.95, 0.65]],
  ["Garlic", "alho", [0.7, 1, 0.7], 0.3, [0.15, 0.9, 0.6]],
  ["Cabbage", "repolho", [0.7, 1.05, 0.95], 0.4, [0.15, 0.95, 0.85]],
  ["Cauliflower", "couveFlor", [0.7, 1.05, 0.95], 0.4, [0.15, 0.95, 0.85]],
  ["Broccoli", "brocolis", [0.7, 1.05, 0.95], 0.3, [0.15, 0.95, 0.85]],
  ["Lettuce", "alface", [0.7, 1, 0.95], 0.3, [0.15, 0.9, 0.9]],
  ["Spinach", "espinafre", [0.7, 1, 0.95], 0.3, [0.15, 0.9, 0.85]],
  ["Tomato", "tomate", [0.6, 1.15, [0.7, 0.9]], 0.6, [0.15, 1.1, [0.6, 0.8]]],
  ["Sweet Peppers (bell)", "pimentao", [0.6, 1.05, 0.9], 0.7, [0.15, 1, 0.8]],
  ["Egg Plant", "berinjela", [0.6, 1.05, 0.9], 0.8, [0.15, 1, 0.8]],
  ["Cucumber, fresh market", "pepino", [0.6, 1, 0.75], 0.3, [0.15, 0.95, 0.7]],
  ["Pumpkin, Winter Squash", "abobora", [0.5, 1, 0.8], 0.4, [0.15, 0.95, 0.7]],
  ["Squash, Zucchini", "abobrinha", [0.5, 0.95, 0.75], 0.3, [0.15, 0.9, 0.7]],
  ["Sweet Melons", "melao", [0.5, 1.05, 0.75], 0.4, [0.15, 1, 0.7]],
  ["Watermelon", "melancia", [0.4, 1, 0.75], 0.4, [0.15, 0.95, 0.7]],
  ["Coffee, bare ground cover", "cafe", [0.9, 0.95, 0.95], [2, 3], [0.8, 0.9, 0.9]],
  ["Citrus, no ground cover, 70 % canopy", "citros", [0.7, 0.65, 0.7], 4, [0.65, 0.6, 0.65]],
  ["Banana, 2nd year", "banana", [1, 1.2, 1.1], 4, [0.6, 1.1, 1.05]],
  ["Grapes, table or raisin", "uva", [0.3, 0.85, 0.45], 2, [0.15, 0.8, 0.4]],
  ["Alfalfa hay, individual cutting periods", "alfafa", [0.4, 1.2, 1.15], 0.7, [0.3, 1.15, 1.1]],
  ["Grazing pasture, rotated", "pastagem", [0.4, [0.85, 1.05], 0.85], [0.15, 0.3], [0.3, [0.8, 1], 0.8]],
];

describe("FAO-56 (1998), Tables 12 and 17", () => {
  const near = (row: Three) => row.map((printed) => expect.closeTo(middle(printed), 6));

  it.each(ROWS_12_17)("%s", (_, key, kc, height, kcb) => {
    const crop: LibraryCrop = fao56Crops[key];
    expect(crop.kc).toEqual(near(kc));
    expect(crop.heightM).toBeCloseTo(middle(height), 6);
    expect(crop.kcb).toEqual(near(kcb));
  });
});

/** Base and upper temperature of AquaCrop's crop files, °C. */
const AQUACROP: readonly [Fao56CropKey, base: number, upper: number][] = [
  ["milho", 8, 30],
  ["milhoSemente", 8, 30],
  ["milhoDoce", 8, 30],
  ["feijao", 9, 30],
  ["feijaoVagem", 9, 30],
  ["trigo", 0, 26],
  ["cevada", 0, 15],
  ["sorgo", 8, 30],
  ["arroz", 8, 30],
  ["girassol", 4, 30],
  ["algodao", 12, 35],
  ["cana", 9, 32],
  ["beterrabaAcucareira", 5, 30],
  ["batata", 2, 26],
  ["mandioca", 10, 30],
  ["tomate", 7, 28],
  ["alfafa", 5, 30],
];

describe("only values with a source", () => {
  const keysWith = (field: "tBase" | "yieldKgHa" | "priceBrlKg") =>
    Object.entries<LibraryCrop>(fao56Crops).flatMap(([key, crop]) => (crop[field] === undefined ? [] : [key]));

  it("for the temperatures of degree days", () => {
    for (const [key, tBase, tUpper] of AQUACROP) expect(fao56Crops[key], key).toMatchObject({ tBase, tUpper });
    expect(fao56Crops.soja.tBase).toBe(14);
    expect(fao56Crops.cafe.tBase).toBe(10.5);
    expect(keysWith("tBase").sort()).toEqual([...AQUACROP.map(([key]) => key), "soja", "cafe"].sort());
  });

  it("for yields and prices", () => {
    expect(fao56Crops.milho.yieldKgHa).toBe(middle([6000, 9000]));
    expect(fao56Crops.sorgo.yieldKgHa).toBe(middle([3500, 5000]));
    expect(fao56Crops.soja.yieldKgHa).toBe(3508);
    expect(fao56Crops.cafe.yieldKgHa).toBeCloseTo(60 * middle([28.8, 29.7]), 0);
    expect(fao56Crops.cafe.priceBrlKg).toBeCloseTo(middle([963, 2508]) / 60, 1);
    expect(fao56Crops.algodao.yieldKgHa).toBeCloseTo(middle([1831, 1890]), -1);
    expect(fao56Crops.algodao.priceBrlKg).toBeCloseTo(131.69 / 15, 2);
    expect(fao56Crops.batata.yieldKgHa).toBe(50 * middle([800, 900]));
    expect(fao56Crops.batata.priceBrlKg).toBeCloseTo(middle([45.66, 86.99]) / 50, 2);
    expect(fao56Crops.cebola.yieldKgHa).toBe(middle([58_000, 75_900]));
    expect(fao56Crops.cebola.priceBrlKg).toBeCloseTo(middle([1.1, 4.71]), 1);
    expect(fao56Crops.alho.yieldKgHa).toBe(middle([13_750, 25_000]));
    expect(fao56Crops.alho.priceBrlKg).toBeCloseTo(middle([8.4, 23]), 2);
    expect(fao56Crops.milhoSemente.yieldKgHa).toBe(12_000 * middle([0.5, 0.75]));
    const withPrice = ["algodao", "alho", "batata", "cafe", "cebola", "feijao", "milho", "soja", "sorgo"];
    const withYield = [...withPrice.filter((key) => key !== "feijao"), "milhoSemente"].sort();
    expect(keysWith("yieldKgHa").sort()).toEqual(withYield);
    expect(keysWith("priceBrlKg").sort()).toEqual(withPrice);
  });
});

it.each([
  ["soja", 76.28],
  ["milho", 52.38],
  ["feijao", 152.91],
  ["sorgo", 39.29],
] as const)("Portaria MAPA 700/2024: minimum price of %s, R$ %s for 60 kg", (key, sackBrl) => {
  expect(fao56Crops[key].priceBrlKg).toBeCloseTo(sackBrl / 60, 2);
});
