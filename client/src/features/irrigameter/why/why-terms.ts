import { reasonKeys } from "@lamina/shared/reasons/reasons";
import type { BoardRecommendation, Reason } from "@lamina/shared/records/recommendation";
import type { RunFigures } from "@lamina/shared/records/run-figures";
import { reasonValue } from "../../../field/advice.ts";

/** A smaller amount is rounding, mm. */
const MIN_MM = 0.05;

/** The reasons of a recommendation, grouped by question. */
interface WhyTerms {
  /** The missing water. */
  balance: Reason[];
  /** From the current deficit to the gross depth. The terms add up. Empty when no water is recommended. */
  depth: Reason[];
  /** From the gross depth to passes, setting and hours. */
  run: Reason[];
  rain: Reason[];
  money: Reason[];
  rules: Reason[];
}

/**
 * Groups the reasons of a recommendation. Leaves out those that this screen does not know.
 * @param figures the run that it asks for, from the machine's day
 */
export function whyTerms(recommendation: BoardRecommendation, figures: RunFigures | null): WhyTerms {
  const { reasons } = recommendation;
  const pick = (keys: readonly string[]) => keys.flatMap((key) => reasons.find((reason) => reason.key === key) ?? []);
  const balance = pick(reasonKeys.balance);
  // Without water since the last day, the current depletion equals that of the day's end and is shown once.
  const isQuiet = !balance.some(({ key }) => key === "rainToday" || key === "irrToday");
  const depth = depthChain(recommendation, figures);
  return {
    balance: balance.filter(({ key }) => key !== "drNow" || !isQuiet),
    depth,
    run: depth.length === 0 ? [] : [...runChain(figures), ...pick(["daysToRun", ...reasonKeys.hours])],
    rain: pick(reasonKeys.rain),
    money: [...costTerms(figures), ...pick([...reasonKeys.money, ...reasonKeys.stop])],
    rules: pick(depth.length > 0 || balance.length > 0 ? reasonKeys.rules : ["dr", ...reasonKeys.rules]),
  };
}

const term = (key: string, value: number | null, unit: string | null, source: string | null): Reason => ({
  key,
  value,
  unit,
  source,
  at: null,
});

/**
 * Dr − room for rain − water beyond the stage's limit or spared by the season's budget − deficit left for later ± the panel's rounding, or its lightest
 * pass = LL; LL ÷ Ea = LB.
 */
function depthChain(recommendation: BoardRecommendation, run: RunFigures | null): Reason[] {
  const { reasons, netMm, grossMm, leftMm } = recommendation;
  const dr = reasonValue(reasons, "dr") ?? reasonValue(reasons, "drNow") ?? reasonValue(reasons, "drEnd");
  if (!run || dr === null || netMm == null || grossMm === null) return [];
  const room = reasonValue(reasons, "roomForRain") ?? 0;
  const limit = reasons.find(({ key }) => key.startsWith("limit-"));
  const most = typeof limit?.value === "number" ? limit.value : Number.POSITIVE_INFINITY;
  const stage = Math.max(0, dr - room - most);
  const spared = reasonValue(reasons, "budgetSpared") ?? 0;
  const left = leftMm ?? reasonValue(reasons, "deficitLeft") ?? 0;
  const rounding = netMm - (dr - room - stage - spared - left);
  const soil = reasons.some(({ key, value }) => key === "panelLimit" && value === "soil");
  const efficiency = reasons.find(({ key }) => key === "efficiency");
  const passLimit = reasons.find(({ key }) => key === "passLimit");
  const signed = (key: string, value: number, source: string) =>
    Math.abs(value) < MIN_MM ? [] : [term(key, value, "mm", source)];
  // From midnight until the next decision the deficit of the decision is not the present one.
  const isOfDayBefore = reasons.some(({ key, at }) => key === "drNow" && at !== null && at > recommendation.date);
  return [
    isOfDayBefore
      ? { ...term("drDecided", dr, "mm", "balance"), at: recommendation.computedAt }
      : term("dr", dr, "mm", "balance"),
    ...signed("roomForRain", room, "forecast"),
    ...signed(limit?.key ?? "limit-maturity", stage, "crop"),
    ...signed("budgetSpared", spared, "budget"),
    ...signed("deficitLeft", left, soil ? "soil" : "machine"),
    ...signed(roundingKey(recommendation, run.percent), rounding, "machine"),
    term("net", netMm, "mm", null),
    ...reasons.filter(({ key }) => key === "windLoss"),
    efficiency ?? term("efficiency", (100 * netMm) / grossMm, "%", "machine"),
    term("gross", grossMm, "mm", null),
    ...(passLimit ? [passLimit] : []),
  ];
}

/** What makes the net depth differ from the need. */
function roundingKey({ replaces, reasons }: BoardRecommendation, percent: number | null): string {
  if (replaces) return "sharedRun";
  if (percent === 100) return "lightest";
  return reasons.some(({ key }) => key === "leastDepth") ? "raised" : "rounding";
}

/** LB → passes and depth of each → P → TV. */
function runChain(run: RunFigures | null): Reason[] {
  if (!run) return [];
  return [
    term("passes", run.passes, null, "machine"),
    term("depthPerPass", run.depthPerPassMm, "mm", "machine"),
    ...(run.percent === null ? [] : [term("percent", run.percent, "%", "machine")]),
    term("hoursRev", run.hoursRev, "h", "machine"),
    ...(run.hoursToday === null ? [] : [term("hoursToday", run.hoursToday, "h", "plan")]),
  ];
}

function costTerms(run: RunFigures | null): Reason[] {
  if (!run) return [];
  return [
    ...(run.costTodayBrl === null ? [] : [term("costToday", run.costTodayBrl, "R$", "tariff")]),
    ...(run.costBrl === null ? [] : [term("cost", run.costBrl, "R$", "tariff")]),
  ];
}
