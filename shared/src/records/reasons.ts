/** Keys of the reasons of recommendations and plans, by question, each in reading order. */
export const reasonKeys = {
  /** From the previous depletion to the current one. */
  balance: ["drBefore", "etcAdj", "rainEff", "irrNet", "dp", "adjusted", "drEnd", "rainToday", "irrToday", "drNow"],
  /** From that depletion to the run. */
  depth: [
    "dr",
    "roomForRain",
    "limit-emergence",
    "limit-maturity",
    "limit-harvest",
    "deficitLeft",
    "net",
    "efficiency",
    "gross",
    "passLimit",
    "passes",
    "depthPerPass",
    "percent",
    "hoursRev",
    "daysToRun",
  ],
  rules: [
    "raw",
    "trigger",
    "kc",
    "kcTable",
    "etc",
    "lookAhead",
    "interval",
    "capacity",
    "demand",
    "drains",
    "leastDepth",
    "enough",
    "panelLimit",
    "harvestPending",
    "fallow",
    "stale-weather",
    "stale-rain",
    "doubted-rain",
    "stale-station",
    "contradicted",
  ],
  rain: ["noForecast", "rainForecast", "rainExpected", "rainEnsemble"],
  money: ["lossPerMm", "waitCost", "waitSaves", "waitRisks"],
  /** Hours of a run: in the plan, and in the recommendations of the run's sectors. */
  hours: [
    "underWay",
    "continuesTomorrow",
    "waitsFor",
    "noRoom",
    "exceedsSource",
    "exceedsPower",
    "permitFlow",
    "permitDays",
    "permitUsedUp",
    "permitExpired",
    "permitMonth",
    "permitVolume",
    "permitDaysLeft",
    "permitEnds",
    "permitHours",
  ],
  /** Only in the plan. */
  plan: ["order", "hoursToCritical", "late", "tariff", "lossBrl", "lossUnwatered", "startsLater", "blocked"],
} as const;

type KeysOf<Group extends keyof typeof reasonKeys> = (typeof reasonKeys)[Group][number];
/** A reason that explains a recommendation. */
export type AdviceReason = Exclude<KeysOf<keyof typeof reasonKeys>, KeysOf<"plan">>;
/** A reason that explains a run of the plan. */
export type PlanReason = KeysOf<"hours" | "plan">;
