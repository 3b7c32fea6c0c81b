import { grossDepth } from "./pivot.ts";

/** A day of a sector: depths in mm. */
export interface RequiredDay {
  /** Gross depth that was recommended; null when no recommendation was possible. */
  recommendedMm: number | null;
  irrGross: number;
  rainEff: number;
}

/**
 * Gross depth in mm that is required for the first time on each of consecutive days: the increase of the open depth,
 * which irrigation and effective rain ÷ efficiency (%) reduce, and deferring or missing data do not. Its sum is the
 * amount required in "adequacy = delivered ÷ required" (Molden & Gates 1990, J. Irrig. Drain. Eng. 116(6)).
 */
export function requiredDepths(days: readonly RequiredDay[], efficiencyPct: number): number[] {
  let open = 0;
  return days.map(({ recommendedMm, irrGross, rainEff }) => {
    const required = Math.max(0, (recommendedMm ?? 0) - open);
    open = Math.max(0, open + required - irrGross - grossDepth(rainEff, efficiencyPct));
    return required;
  });
}
