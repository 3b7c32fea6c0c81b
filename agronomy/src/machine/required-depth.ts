import { grossDepth } from "./pivot.ts";

/** A day of a sector: depths in mm. */
export interface RequiredDay {
  /** Gross depth that was recommended; null when no recommendation was possible. */
  recommendedMm: number | null;
  irrGross: number;
  rainEff: number;
}

/**
 * Gross depth in mm that is required for the first time on each of consecutive days. Every morning repeats the
 * recommendation until it is applied, so only the increase is new. A depth that is not applied yet remains open, also
 * while it is deferred for forecast rain or data are missing. Irrigation and effective rain (divided by the efficiency
 * in %) reduce it.
 *
 * The sum is the amount required in "adequacy = delivered ÷ required" (Molden & Gates 1990, J. Irrig. Drain. Eng.
 * 116(6)).
 */
export function requiredDepths(days: readonly RequiredDay[], efficiencyPct: number): number[] {
  let open = 0;
  return days.map(({ recommendedMm, irrGross, rainEff }) => {
    const required = Math.max(0, (recommendedMm ?? 0) - open);
    open = Math.max(0, open + required - irrGross - grossDepth(rainEff, efficiencyPct));
    return required;
  });
}
