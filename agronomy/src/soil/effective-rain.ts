/** How much of the rain counts: all · all except drizzle below a share of ETo · a fixed share in %. */
export type EffectiveRainMethod =
  | { method: "all" }
  | { method: "minFracEto"; minFracEto: number }
  | { method: "fixed"; percent: number };

/** Effective rain in mm of a day's rain in mm, for its ETo in mm. Rain below some 0.2 ETo evaporates (FAO-56 chapter 8). */
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
