/**
 * Stateless random numbers: the same words always give the same number, independently of earlier calls. So the
 * simulated weather of a day is the same in the history, in the live readings and in the simulated forecast.
 */

/** A number in [0, 1), derived from the words (FNV-1a, finished as in MurmurHash3). */
export function chance(...words: readonly (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const character of words.join("\u0001")) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** A number around 0 with variance 1, derived from the words (Box–Muller). */
export function gaussian(...words: readonly (string | number)[]): number {
  const radius = Math.sqrt(-2 * Math.log(1 - chance(...words, "radius")));
  return radius * Math.cos(2 * Math.PI * chance(...words, "angle"));
}

/** Like {@link gaussian}, but neighbouring integer positions are correlated, like consecutive days. */
export function smoothGaussian(position: number, ...words: readonly (string | number)[]): number {
  const weights = [0.5, 0.75, 0.5, 0.25] as const;
  const scale = Math.hypot(...weights);
  return weights.reduce((sum, weight, lag) => sum + weight * gaussian(...words, position - lag), 0) / scale;
}
