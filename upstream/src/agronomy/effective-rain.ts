/** Share of ETo below which a day's rain only wets the leaves (FAO-56 page 170: 0.2 ETo is evaporated and may be ignored). */
export const DEFAULT_MIN_FRACTION_OF_ETO = 0.2;

/** How much of the rain counts: all · all but drizzle below a share of ETo · a fixed share in %. */
export type EffectiveRainMethod =
  | { method: "all" }
  | { method: "minFracEto"; minFracEto: number }
  | { method: "fixed"; percent: number };

/** Effective rain in mm of a day's rain in mm, for its ETo in mm. */
export function effectiveRain(rain: number, eto: number, rule: EffectiveRainMethod): number {
  switch (rule.method) {
    case "all":
      return rain;
    case "minFracEto":
      return rain < rule.minFracEto * eto ? 0 : rain;
    case "fixed":
      return (rain * rule.percent) / 100;
  }
}
