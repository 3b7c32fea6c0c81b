import { randomOf } from "@lamina/shared/core/random";

export interface Seeded {
  /** A whole number from 0 to `limit - 1`. */
  below(limit: number): number;
}

/** A random number generator with a seed. */
export function seeded(seed: number): Seeded {
  const next = randomOf(seed);
  return {
    below: (limit) => Math.floor(next() * limit),
  };
}
