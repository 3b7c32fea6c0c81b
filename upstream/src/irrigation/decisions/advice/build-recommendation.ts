import { recommend } from "@lamina/agronomy/plan/recommendation";
import { addDays } from "@lamina/shared/core/farm-time";
import { round } from "@lamina/shared/core/units";
import type { Recommendation } from "@lamina/shared/records/recommendation";
import { blockersOf } from "../state/blockers.ts";
import { irrigateOn, projectedRows } from "../state/projection.ts";
import { type SeasonFacts, seasonFacts } from "../state/season-facts.ts";
import type { SectorState } from "../state/sector-state.ts";
import { decisionInput } from "./decision-input.ts";
import { explainBalance, explainKc } from "./explain.ts";
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
  const decisions = states.map((state) => {
    const facts = seasonFacts(state);
    const input = decisionInput(state, facts, now);
    return { state, facts, input, result: recommend(input) };
  });
  const run = sharedRun(decisions);
  return decisions.map(({ state, facts, input, result }) => {
    const setting = run?.settings.get(state.site.sector._id);
    const shared = setting && result.action === "irrigate" ? recommend({ ...input, setting }) : result;
    return recommendationOf(state, { facts, own: result, result: shared, run: setting && run }, now);
  });
}

interface Decided {
  facts: SeasonFacts | undefined;
  /** The recommendation of the sector alone, and the depth that the run gives it. */
  own: EngineResult;
  result: EngineResult;
  run: SharedRun | undefined;
}

function recommendationOf(state: SectorState, { facts, own, result, run }: Decided, now: Date): Recommendation {
  const blockers = blockersOf(state, now);
  const isWorthKnown = facts?.isWorthKnown ?? false;
  const reasons = result.reasons.map((reason) =>
    reason.source === "crop" && !isWorthKnown && ["lossPerMm", "waitCost", "waitRisks"].includes(reason.key)
      ? { ...reason, source: "default" }
      : reason,
  );
  const isReplaced = run !== undefined && Math.abs(own.grossMm - result.grossMm) > 0.05;
  const { contradiction } = state;
  return {
    ...recommendationRecord(result, state.site, { date: state.today, at: now }),
    waitUntil: result.action === "wait" ? waitUntil(state, result) : null,
    reasons: [
      ...(blockers.length > 0 ? [] : [...explainBalance(state), ...explainKc(state)]),
      ...reasons.map(reasonRecord),
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
          // The part of the run beyond the soil's capacity, and the remaining deficit, net mm.
          excessMm: round(Math.max(0, result.netMm - state.drNow), 2),
          deficitMm: round(Math.max(0, own.netMm - result.netMm), 2),
        }
      : null,
  };
}

/**
 * The day of the next decision: after the expected rain, else when the sector turns yellow without rain. The projected
 * rows do not know the season's peak, for which a small machine starts earlier.
 */
function waitUntil(state: SectorState, { rainWait, waitDays }: EngineResult): string {
  const byRule = addDays(state.today, Math.max(1, waitDays ?? 1));
  if (rainWait !== null) return byRule;
  const dry = projectedRows(state, { rain: false, planned: false }).filter(({ date }) => date > state.today);
  const yellow = irrigateOn(dry) ?? byRule;
  return waitDays !== null && byRule < yellow ? byRule : yellow;
}
