/** A leaf's pixel has more excess green than this, of 255, and less red and less blue than this share of its green. */
const MIN_EXCESS = 20;
const MAX_OF_GREEN = 0.95;

/**
 * Share of green pixels, 0 to 1, in a photo taken straight down: excess green 2G − R − B (Woebbecke et al. 1995, Trans. ASAE 38(1))
 * above 20 with R/G and B/G below 0.95 (Canopeo: Patrignani & Ochsner 2015, Agron. J. 107(6)).
 * @param pixels red, green, blue and opacity of each, 0 to 255
 */
export function greenShare(pixels: ArrayLike<number>): number {
  const count = Math.floor(pixels.length / 4);
  let green = 0;
  for (let at = 0; at < 4 * count; at += 4) {
    const [r = 0, g = 0, b = 0] = [pixels[at], pixels[at + 1], pixels[at + 2]];
    if (2 * g - r - b > MIN_EXCESS && r < MAX_OF_GREEN * g && b < MAX_OF_GREEN * g) green += 1;
  }
  return count === 0 ? 0 : green / count;
}
