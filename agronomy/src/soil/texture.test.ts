import { expect, it } from "vitest";
import { textureClass, waterFromTexture } from "./texture.ts";

// Saxton and Rawls (2006), Table 3: sand, clay, wilting point and field capacity, at 2.5 % organic matter.
it.each([
  ["sand", 88, 5, 5, 10],
  ["sandy loam", 65, 10, 8, 18],
  ["loam", 40, 20, 14, 28],
  ["silt loam", 20, 15, 11, 31],
  ["clay loam", 30, 35, 22, 36],
  ["silty clay", 10, 45, 27, 41],
  ["clay", 25, 50, 30, 42],
])("gives the water of %s as the authors' table", (_, sandPct, clayPct, wp, fc) => {
  const { fcPct, wpPct } = waterFromTexture({ sandPct, clayPct });
  expect(Math.abs(wpPct - wp)).toBeLessThan(0.8);
  expect(Math.abs(fcPct - fc)).toBeLessThan(0.8);
});

it("names the groups of the Brazilian system", () => {
  const of = (clayPct: number, sandPct: number) => textureClass({ clayPct, sandPct });
  expect([of(8, 86), of(20, 60), of(45, 30), of(62.5, 16.3), of(20, 10)]).toEqual([
    "sandy",
    "medium",
    "clayey",
    "very-clayey",
    "silty",
  ]);
});
