import { needsWater } from "@lamina/agronomy/balance/status";
import { recommend } from "@lamina/agronomy/plan/recommendation";
import { addDays, type FarmDay, farmDay, farmMoment } from "@lamina/shared/core/farm-time";
import { HOUR_MS } from "@lamina/shared/core/time";
import { round } from "@lamina/shared/core/units";
import type { Reason, Recommendation } from "@lamina/shared/records/recommendation";
import { isOldForecast } from "../../balance/forecasts.ts";
import { blockersOf } from "../state/blockers.ts";
import { mornings, projectedRows } from "../state/projection.ts";
import { DEFAULT_PRODUCE_BRL_HA, type SeasonFacts, seasonFacts } from "../state/season-facts.ts";
import type { SectorState } from "../state/sector-state.ts";
import { decisionInput } from "./decision-input.ts";
import { explainBalance, explainFaults, explainKc, explainSubsoil } from "./explain.ts";
import { type EngineResult, reasonRecord, recommendationRecord } from "./recommendation-record.ts";
import { type SharedRun, sharedRun } from "./shared-run.ts";

/**
 * Today's recommendations of sectors, with the reasons. Sectors of one system are decided together, because their run
 * has one number of passes, and one setting or one speed table. `priority` within the client is set afterwards.
 */
export function buildRecommendations(states: readonly SectorState[], now: Date): Recommendation[] {
  const bySystem = Map.groupBy(states, ({ site }) => site.pivot._id);
  return [...bySystem.values()].flatMap((own) => decideSystem(own, now));
}

function decideSystem(states: readonly SectorState[], now: Date): Recommendation[] {
  return decisionsOf(states, now).map(({ state, ...decided }) => recommendationOf(state, decided, now));
}

function decisionsOf(states: readonly SectorState[], now: Date): (Decided & { state: SectorState })[] {
  const decisions = states.map((state) => {
    const facts = seasonFacts(state);
    const input = decisionInput(state, facts, now);
    return { state, facts, input, result: recommend(input) };
  });
  const run = sharedRun(decisions);
  return decisions.map(({ state, facts, input, result }) => {
    const setting = run?.settings.get(state.site.sector._id);
    const shared = setting && result.action === "irrigate" ? recommend({ ...input, setting }) : result;
    return { state, facts, input, own: result, result: shared, run: setting && run };
  });
}

type EngineInput = ReturnType<typeof decisionInput>;

interface Decided {
  facts: SeasonFacts | undefined;
  input: EngineInput;
  /** The recommendation of the sector alone, and the depth that the run gives it. */
  own: EngineResult;
  result: EngineResult;
  run: SharedRun | undefined;
}

function recommendationOf(state: SectorState, { facts, input, own, result, run }: Decided, now: Date): Recommendation {
  const blockers = blockersOf(state, now);
  const isWorthKnown = facts?.isWorthKnown ?? false;
  const isForecast = state.outlook.some(({ date, forecast }) => date === state.today && forecast);
  const reasons = result.reasons.map((reason) => {
    const { key, source } = reason;
    if (source === "crop" && !isWorthKnown && ["lossPerMm", "waitCost", "waitRisks"].includes(key))
      return { ...reason, source: "default" };
    return key === "etc" && isForecast ? { ...reason, source: "forecast" } : reason;
  });
  const isReplaced = run !== undefined && Math.abs(own.grossMm - result.grossMm) > 0.05;
  const { contradiction } = state;
  // What is left of a budget on a later day is not known.
  const waits = result.action === "wait" && result.rule !== "budget";
  const ended = waits ? endOfWait(state, result, lastSafeDay(state, result, now)) : undefined;
  return {
    ...recommendationRecord(result, state.site, { date: state.today, at: now }),
    ...(ended && { waitUntil: ended.day, otherwiseMm: ended.grossMm }),
    reasons: [
      ...(blockers.length > 0
        ? []
        : [...explainBalance(state), ...explainKc(state), ...explainSubsoil(state), ...explainFaults(state)]),
      ...reasons.map(reasonRecord),
      ...(facts && waits ? turningPrice(input, facts) : []),
      ...(blockers.length > 0 || !state.season ? [] : forecastReasons(state, now)),
    ],
    blockedSince: blockers[0]?.at ?? null,
    missingRain: state.rainHole ?? null,
    confidence: contradiction !== null ? "contradicted" : state.last?.origin === "measured" ? "measured" : "estimated",
    contradiction,
    isWorthKnown,
    shares: run?.rows ?? [],
    replaces: isReplaced
      ? {
          grossMm: round(own.grossMm, 2),
          percent: own.percent,
          passes: own.passes,
          why: run.rows.length > 0 ? "speed-table" : "shared-setting",
          // The part of the run beyond what the soil holds or the stage uses, and the remaining deficit, net mm.
          excessMm: round(Math.max(0, result.netMm - Math.min(state.drNow, facts?.stage.mostNetMm ?? state.drNow)), 2),
          deficitMm: round(Math.max(0, own.netMm - result.netMm), 2),
        }
      : null,
  };
}

/** A price of more than this many times the own one turns nothing that a person could mean. */
const MAX_TIMES = 1000;
/** Steps of halving: the price to less than a hundredth. */
const HALVINGS = 12;

/**
 * The price from which the advice would be to irrigate. Decided again at other prices, because a dearer crop first waits
 * less, so that the sums of this wait do not give it.
 */
function turningPrice(input: EngineInput, { worth, priceBrlKg, isWorthKnown }: SeasonFacts): Reason[] {
  const irrigates = (times: number) =>
    recommend({ ...input, worth: { ...worth, lossBrlMmHa: times * worth.lossBrlMmHa } }).action === "irrigate";
  if (!irrigates(MAX_TIMES)) return [];
  let [low, high] = [1, MAX_TIMES];
  for (let step = 0; step < HALVINGS; step++) {
    const middle = Math.sqrt(low * high);
    if (irrigates(middle)) high = middle;
    else low = middle;
  }
  const value = round((priceBrlKg ?? DEFAULT_PRODUCE_BRL_HA) * high, 2);
  const unit = priceBrlKg === null ? "R$/ha" : "R$/kg";
  return [{ key: "turningPrice", value, unit, source: isWorthKnown ? "crop" : "default", at: null }];
}

/** The day on which stress begins if no rain falls, or tomorrow. */
function lastSafeDay({ today, site }: SectorState, { hoursToCritical }: EngineResult, now: Date): FarmDay {
  const hours = Math.min(hoursToCritical, 24 * MAX_DAYS);
  const day = farmDay(now.getTime() + hours * HOUR_MS, site.farm.timezone);
  return day > today ? day : addDays(today, 1);
}

/** Beyond every projection, days. */
const MAX_DAYS = 400;

/** Says that no rain is expected because there is no recent forecast, with the hours since the last one. */
function forecastReasons({ forecastAt }: SectorState, now: Date): Reason[] {
  if (forecastAt !== null && !isOldForecast(forecastAt, now)) return [];
  const hours = forecastAt === null ? null : Math.round((now.getTime() - forecastAt.getTime()) / HOUR_MS);
  return [{ key: "noForecast", value: hours, unit: "h", source: "forecast", at: forecastAt?.toISOString() ?? null }];
}

/**
 * The day of a wait if no rain falls, and the depth of that day: of a need that waits for rain the morning after it, else
 * the first morning that irrigates or would do so without rain to come. Never later than `lastDay`, the last one without
 * stress. Undefined beyond the projection.
 */
function endOfWait(
  state: SectorState,
  { rule, waitDays }: Pick<EngineResult, "rule" | "waitDays">,
  lastDay: FarmDay,
): { day: FarmDay; grossMm: number } | undefined {
  const { site, settings } = state;
  const until = addDays(state.today, waitDays ?? 0);
  for (const morning of mornings(state, projectedRows(state, { rain: false, planned: false }))) {
    const { today, outlook } = morning;
    const isEnd = today >= lastDay || (rule === "rain" && today >= until);
    if (!isEnd && !needsWater(morning.status)) continue;
    const at = new Date(farmMoment(today, settings.decisionTime, site.farm.timezone));
    const resultOf = (given: SectorState) => decisionsOf([given], at)[0]?.result;
    const result = resultOf(morning);
    if (result?.action === "irrigate") return { day: today, grossMm: round(result.grossMm, 2) };
    if (!isEnd && (rule === "rain" || result?.rule !== "rain")) continue;
    const dry = resultOf({
      ...morning,
      outlook: outlook.map((day) => ({ ...day, rainForecast: 0, rainAmounts: null })),
    });
    const mm = dry?.grossMm || dry?.otherwiseMm;
    if (mm) return { day: today, grossMm: round(mm, 2) };
  }
  return undefined;
}
