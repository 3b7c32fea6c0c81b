import { grossDepth } from "./pivot.ts";

/** A day of a sector: depths in mm. */
export interface RequiredDay {
  /** Gross depth that was recommended; null where none could be. */
  recommendedMm: number | null;
  irrGross: number;
  rainEff: number;
}

/**
 * Gross depth in mm that is required for the first time on each of consecutive days. A recommendation stands until it is followed and is given anew
 * every morning; only what it grows by is new. What was asked and not yet given stays open, also while it is held back for a
 * forecast rain or data are missing; an irrigation and effective rain (grossed up by the efficiency in %) meet it.
 *
 * The sum is the amount required in "adequacy = delivered ÷ required" (Molden & Gates 1990, J. Irrig. Drain. Eng. 116(6)).
 */
export function requiredDepths(days: readonly RequiredDay[], efficiencyPct: number): number[] {
  let open = 0;
  return days.map(({ recommendedMm, irrGross, rainEff }) => {
    const required = Math.max(0, (recommendedMm ?? 0) - open);
    open = Math.max(0, open + required - irrGross - grossDepth(rainEff, efficiencyPct));
    return required;
  });
}
