import { expect, it } from "vitest";
import { hillshade, terrariumMetres } from "./hillshade.ts";

const SIDE = 4;
const METRES = 10;

/** A tile whose heights are multiples of 1/256 m. */
function tile(height: (x: number, y: number) => number): Uint8ClampedArray {
  return Uint8ClampedArray.from(
    Array.from({ length: SIDE * SIDE }, (_, index) => {
      const coded = Math.round((height(index % SIDE, Math.floor(index / SIDE)) + 32_768) * 256);
      return [coded >> 16, (coded >> 8) & 255, coded & 255, 255];
    }).flat(),
  );
}

const shadeOf = (pixels: Uint8ClampedArray, index: number) => {
  const shaded = hillshade(pixels, SIDE, METRES);
  return { tone: shaded[index * 4], opacity: shaded[index * 4 + 3] ?? 0 };
};

it("reads heights in metres, also below the sea", () => {
  expect([terrariumMetres(130, 188, 128), terrariumMetres(127, 246, 0)]).toEqual([700.5, -10]);
});

it("is transparent on flat ground, dark on slopes to the south-east, and light on slopes to the north-west", () => {
  expect(
    shadeOf(
      tile(() => 700),
      5,
    ).opacity,
  ).toBe(0);
  const falling = shadeOf(
    tile((x, y) => 700 - 0.2 * (x + y)),
    5,
  );
  expect([falling.tone, falling.opacity > 20]).toEqual([0, true]);
  const rising = shadeOf(
    tile((x, y) => 700 + 0.2 * (x + y)),
    5,
  );
  expect([rising.tone, rising.opacity > 20]).toEqual([255, true]);
});

it("shades the edges of a tile like its middle, and steep ground no darker than black", () => {
  const even = hillshade(
    tile((x) => 700 - 0.3 * x),
    SIDE,
    METRES,
  );
  expect(new Set(even.filter((_, index) => index % 4 === 3)).size).toBe(1);
  expect(
    shadeOf(
      tile((x, y) => 700 - 400 * (x + y)),
      5,
    ).opacity,
  ).toBeLessThan(255);
});
