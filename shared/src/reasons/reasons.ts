/** Keys of the reasons of recommendations and plans, by question, each in reading order. */
export const reasonKeys = {
  /** From the previous depletion to the current one. */
  balance: [
    "drBefore",
    "rootsDr",
    "etcAdj",
    "rainEff",
    "irrNet",
    "toSubsoil",
    "dp",
    "adjusted",
    "drEnd",
    "rainToday",
    "irrToday",
    "drNow",
  ],
  /** From that depletion to the run. */
  depth: [
    "dr",
    "roomForRain",
    "limit-emergence",
    "limit-maturity",
    "limit-harvest",
    "budgetSpared",
    "deficitLeft",
    "net",
    "driestQuarter",
    "windLoss",
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
    "subsoil",
    "trigger",
    "kc",
    "kcCurve",
    "kcTable",
    "etc",
    "night-offset",
    "above-clear-sky",
    "clock-off",
    "lookAhead",
    "interval",
    "capacity",
    "demand",
    "drains",
    "leastDepth",
    "enough",
    "panelLimit",
    "noHours",
    "tooSlow",
    "harvestPending",
    "fallow",
    "stale-weather",
    "stale-rain",
    "doubted-rain",
    "stale-station",
    "soil-range",
    "contradicted",
  ],
  rain: ["noForecast", "rainForecast", "rainChance", "rainExpected", "rainEnsemble"],
  money: ["lossPerMm", "budgetMm", "waitCost", "waitSaves", "waitRisks", "turningPrice"],
  /** Hours of a run: in the plan, and in the recommendations of the run's sectors. */
  hours: [
    "underWay",
    "continuesTomorrow",
    "waitsFor",
    "noRoom",
    "outOfService",
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
  /** Of a run under way: whether to stop it. */
  stop: [
    "stopFor",
    "stopSaves",
    "stopWaiting",
    "stopEnergy",
    "stopWater",
    "stopBudget",
    "stopDrains",
    "stopRisks",
    "stopNow",
    "stopLittle",
    "goOn",
    "runLet",
  ],
  /** Only in the plan. */
  plan: ["order", "hoursToCritical", "late", "tariff", "lossBrl", "lossUnwatered", "startsLater", "blocked"],
} as const;

type KeysOf<Group extends keyof typeof reasonKeys> = (typeof reasonKeys)[Group][number];
/** A reason that explains a recommendation. */
export type AdviceReason = Exclude<KeysOf<keyof typeof reasonKeys>, KeysOf<"plan">>;
/** A reason that explains a run of the plan. */
export type PlanReason = KeysOf<"hours" | "stop" | "plan">;

/** Why a permit leaves a machine no run today. */
export const permitStops = ["permitExpired", "permitFlow", "permitUsedUp", "permitHours", "permitDays"] as const;
export type PermitStop = (typeof permitStops)[number];
/** Limits that no other hour and no other depth resolves. */
export const hardLimits = ["outOfService", ...permitStops, "exceedsSource", "exceedsPower"] as const;
export type HardLimit = (typeof hardLimits)[number];
/** Data that prevent a decision; the last three are said by screens about probes and seasons. */
export type Blocker =
  | "soil-range"
  | ("stale-weather" | "stale-rain" | "doubted-rain" | "stale-station" | "contradicted")
  | ("silent-probe" | "no-probe" | "fallow");

/** What the value of a plan's reason is. */
export type PlanValue =
  | "count"
  | "h"
  | "R$"
  | "mm"
  | "m³"
  | "m³/h"
  | "machine"
  | "name"
  | "moment"
  | "tariff"
  | "blocker"
  | "none";

/** The value of each reason of the plan, and its source: the record that sets the limit, else the plan itself. */
const planReasons: Readonly<
  Record<PlanReason, { value: PlanValue; source?: "permit" | "waterSource" | "tariff" | "outOfService" | "budget" }>
> = {
  order: { value: "count" },
  hoursToCritical: { value: "h" },
  late: { value: "h" },
  tariff: { value: "tariff", source: "tariff" },
  waitsFor: { value: "machine" },
  continuesTomorrow: { value: "h" },
  noRoom: { value: "h" },
  underWay: { value: "h" },
  blocked: { value: "blocker" },
  lossBrl: { value: "R$" },
  lossUnwatered: { value: "R$" },
  startsLater: { value: "moment" },
  stopNow: { value: "R$" },
  stopLittle: { value: "R$" },
  goOn: { value: "R$" },
  runLet: { value: "name" },
  stopFor: { value: "machine" },
  stopSaves: { value: "R$" },
  stopWaiting: { value: "R$" },
  stopEnergy: { value: "R$", source: "tariff" },
  stopWater: { value: "R$" },
  stopBudget: { value: "R$", source: "budget" },
  stopDrains: { value: "mm" },
  stopRisks: { value: "R$" },
  /** Its end; none while that is unknown. */
  outOfService: { value: "moment", source: "outOfService" },
  exceedsSource: { value: "m³/h", source: "waterSource" },
  exceedsPower: { value: "m³/h", source: "waterSource" },
  permitMonth: { value: "m³", source: "permit" },
  permitVolume: { value: "m³", source: "permit" },
  permitDaysLeft: { value: "m³", source: "permit" },
  permitEnds: { value: "m³", source: "permit" },
  permitHours: { value: "h", source: "permit" },
  permitFlow: { value: "m³/h", source: "permit" },
  permitDays: { value: "none", source: "permit" },
  permitUsedUp: { value: "none", source: "permit" },
  permitExpired: { value: "none", source: "permit" },
};

const byKey: ReadonlyMap<string, (typeof planReasons)[PlanReason]> = new Map(Object.entries(planReasons));

/** A reason of the plan, or undefined for a key of another kind. */
export const planReason = (key: string) => byKey.get(key);

/** The record that a reason of the plan comes from. */
export const planSource = (key: string): string => planReason(key)?.source ?? "plan";
