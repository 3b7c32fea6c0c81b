/** Farms are flat: slopes are drawn this many times as steep. */
const EXAGGERATION = 5;
/** Light from the north-west, 45° high, as maps have it. */
const LIGHT = { x: -0.5, y: -0.5, z: Math.SQRT1_2 };
/** How much of the difference to flat ground is drawn. */
const STRENGTH = 0.9;

/** Height in metres of a pixel in the encoding Terrarium. */
export const terrariumMetres = (red: number, green: number, blue: number): number =>
  red * 256 + green + blue / 256 - 32_768;

/**
 * Shades a tile of heights: black with more or less opacity where the ground turns away from the light, white where it
 * turns to it, and transparent where it is flat, so that it fits any background.
 * @param pixels RGBA of a square tile in the encoding Terrarium @param side its side in pixels @param metres the side of
 *   a pixel on the ground
 * @returns RGBA of the same size
 */
export function hillshade(pixels: Uint8ClampedArray, side: number, metres: number): Uint8ClampedArray<ArrayBuffer> {
  const heights = Float32Array.from({ length: side * side }, (_, index) =>
    terrariumMetres(pixels[index * 4] ?? 0, pixels[index * 4 + 1] ?? 0, pixels[index * 4 + 2] ?? 0),
  );
  const at = (x: number, y: number) => heights[y * side + x] ?? 0;
  const shaded = new Uint8ClampedArray(side * side * 4);
  for (let y = 0; y < side; y++) {
    // At an edge the difference is one-sided, so that neighbouring tiles fit together.
    const [north, south] = [Math.max(y - 1, 0), Math.min(y + 1, side - 1)];
    for (let x = 0; x < side; x++) {
      const [west, east] = [Math.max(x - 1, 0), Math.min(x + 1, side - 1)];
      const slopeX = ((at(east, y) - at(west, y)) / ((east - west) * metres)) * EXAGGERATION;
      const slopeY = ((at(x, south) - at(x, north)) / ((south - north) * metres)) * EXAGGERATION;
      const light = (LIGHT.z - slopeX * LIGHT.x - slopeY * LIGHT.y) / Math.hypot(slopeX, slopeY, 1);
      const difference = Math.max(light, 0) - LIGHT.z;
      const index = (y * side + x) * 4;
      shaded.fill(difference > 0 ? 255 : 0, index, index + 3);
      shaded[index + 3] = Math.abs(difference) * STRENGTH * 255;
    }
  }
  return shaded;
}
